import { useTranslation } from 'react-i18next';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './filters.module.css';

/** It has no values, so it can only be removed. */
export function CommentsChip({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation();
  const name = t('list.openComments');
  return (
    <span className={styles['chip']}>
      <span className={styles['name']}>{name}</span>
      <button type="button" aria-label={t('list.remove', { name })} onClick={onRemove}>
        <CloseIcon size={12} />
      </button>
    </span>
  );
}
