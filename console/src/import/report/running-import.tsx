import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Import } from '../../../../client/src/index.ts';
import { Button } from '../../ui/button.tsx';
import { WarningShape } from '../../ui/icons.tsx';
import { percentOf } from '../footer.tsx';
import styles from '../import.module.css';

const STALLED_MS = 15_000;

interface RunningProps {
  record: Import;
  isCanceling: boolean;
  onCancel: () => void;
}

export function RunningImport({ record, isCanceling, onCancel }: RunningProps) {
  const { t } = useTranslation();
  const { phase, progress } = record;
  const isStalled = useStalled(`${phase} ${progress.completed}`);
  const text = useText(record);
  return (
    <section className={styles['section']} aria-label={text}>
      <p>
        <b>{text}</b>
      </p>
      <progress className={styles['bar']} value={progress.completed} max={progress.total} aria-label={text} />
      <div role="status">
        {isStalled && (
          <p className={styles['warning']}>
            <WarningShape /> {t('import.report.stalled')}
          </p>
        )}
      </div>
      <p>{t('import.report.close')}</p>
      <div>
        <Button disabled={isCanceling} onClick={onCancel}>
          {t('import.report.cancel')}
        </Button>
      </div>
    </section>
  );
}

function useText({ phase, progress }: Import): string {
  const { t } = useTranslation();
  if (phase === 'waiting') return t('import.report.waiting');
  const percent = percentOf(progress);
  return phase === 'writing' ? t('import.report.writing', { percent }) : t('import.report.checking', { percent });
}

/** Whether a value has not changed for a while. */
function useStalled(state: string): boolean {
  const [stalled, setStalled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setStalled(state), STALLED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return stalled === state;
}
