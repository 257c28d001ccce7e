import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../client/src/index.ts';
import { formatPercent } from '../i18n/format.ts';
import { CheckIcon, ErrorShape } from '../ui/icons.tsx';
import styles from './analyses.module.css';
import { isFinished } from './model.ts';

/** From 0 to 1. Unknown until the run has been planned. */
export function shareDone({ progress, status }: Pick<Analysis, 'progress' | 'status'>): number {
  if (status === 'succeeded') return 1;
  return progress.total === 0 ? 0 : Math.min(1, progress.completed / progress.total);
}

/** A progress bar while the analysis runs, otherwise its status as text. */
export function Status({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation();
  const { status } = analysis;
  const word = t(`analysis.status.${status}`);
  if (isFinished(analysis)) {
    return (
      <span className={styles['status']} data-status={status}>
        {status === 'succeeded' && <CheckIcon size={14} />}
        {status === 'failed' && <ErrorShape size={14} />}
        {word}
      </span>
    );
  }
  return (
    <span className={styles['status']}>
      <Bar share={shareDone(analysis)} label={t(`analysis.type.${analysis.analysis_type}.name`)} />
      {status === 'running' ? formatPercent(shareDone(analysis)) : word}
    </span>
  );
}

export function Bar({ share, label }: { share: number; label: string }) {
  const percent = Math.round(share * 100);
  return (
    <span
      className={styles['bar']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}
