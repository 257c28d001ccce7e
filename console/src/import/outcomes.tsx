import { useTranslation } from 'react-i18next';
import type { Import } from '../../../client/src/index.ts';
import { ErrorShape } from '../ui/icons.tsx';
import styles from './import.module.css';

const OUTCOMES = {
  new: 'created',
  update: 'updated',
  unchanged: 'unchanged',
  duplicate: 'duplicate',
  error: 'rejected',
} as const;
export type Outcome = keyof typeof OUTCOMES;

interface OutcomesProps {
  counts: Import['counts'];
  chosen?: Outcome;
  onChoose?: (outcome: Outcome) => void;
}

/** The numbers of rows by outcome, as tabs or as plain text. */
export function Outcomes({ counts, chosen, onChoose }: OutcomesProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles['outcomes']} aria-label={t('import.check.outcomes')}>
      {(Object.keys(OUTCOMES) as Outcome[]).map((outcome) => {
        const count = counts[OUTCOMES[outcome]];
        const isBad = outcome === 'error' && count > 0;
        const content = (
          <>
            <span className={styles['outcomeName']}>
              {isBad && <ErrorShape size={14} />} {t(`import.check.${outcome}`)}
            </span>
            <b>{t('import.number', { count })}</b>
          </>
        );
        return (
          <li key={outcome} data-bad={isBad || undefined} data-chosen={outcome === chosen || undefined}>
            {onChoose === undefined ? (
              <div>{content}</div>
            ) : (
              <button type="button" aria-pressed={outcome === chosen} onClick={() => onChoose(outcome)}>
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
