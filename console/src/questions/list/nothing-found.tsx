import { useTranslation } from 'react-i18next';
import problem from '../../states/problem.module.css';
import { Button } from '../../ui/button.tsx';
import styles from './list.module.css';

export function NothingFound({
  filters,
  onClear,
  onCreate,
}: {
  filters: number;
  onClear: () => void;
  onCreate?: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={`${styles['scroller']} ${problem['centre']}`}>
      {filters > 0 ? (
        <>
          <h2>{t('list.noMatch', { count: filters })}</h2>
          <Button onClick={onClear}>{t('list.clear')}</Button>
        </>
      ) : (
        <>
          <h2>{t('list.empty')}</h2>
          <p>{t('list.emptyFix')}</p>
          {onCreate !== undefined && <Button onClick={onCreate}>{t('list.new')}</Button>}
        </>
      )}
    </div>
  );
}
