import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { CheckIcon, RepeatIcon } from '../../ui/icons.tsx';
import { useRunAgain } from '../run-again.ts';
import styles from './rows.module.css';

/** Shown when no rows are left; suggests a new run. */
export function AllDone({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation();
  const mayRun = useMay('analysis:run');
  const again = useRunAgain();
  return (
    <div className={styles['allDone']}>
      <CheckIcon size={20} />
      <strong>{t('analysis.rows.allDone')}</strong>
      {mayRun && (
        <Button icon={<RepeatIcon />} disabled={again.isPending} onClick={() => again.mutate(analysis)}>
          {t('analysis.again')}
        </Button>
      )}
    </div>
  );
}
