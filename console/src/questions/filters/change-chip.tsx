import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { importQuery } from '../../import/queries.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './filters.module.css';

/** The import whose questions are listed, by its file name, with a link to its report. It can only be removed. */
export function ChangeChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { t } = useTranslation();
  const { data, isError } = useQuery(importQuery(id));
  const name = isError ? t('list.fromChange') : t('list.fromImport');
  return (
    <span className={styles['chip']}>
      <span className={styles['name']}>{t('list.is', { name })}</span>
      {isError ? (
        <span className={styles['name']}>{id.slice(0, 8)}</span>
      ) : (
        <Link to="/imports/$id" params={{ id }} data-bank>
          {data?.file_name ?? t('list.unnamedImport')}
        </Link>
      )}
      <button type="button" aria-label={t('list.remove', { name })} onClick={onRemove}>
        <CloseIcon size={12} />
      </button>
    </span>
  );
}
