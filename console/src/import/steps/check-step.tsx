import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from '../../states/problem.tsx';
import { Skeleton } from '../../ui/page.tsx';
import { CheckFailure } from '../check-failure.tsx';
import { ErrorsPane } from '../errors/errors-pane.tsx';
import styles from '../import.module.css';
import { type Outcome, Outcomes } from '../outcomes.tsx';
import { Preview } from '../preview.tsx';
import type { StepProps } from '../use-check.ts';
import { DuplicateChoice } from './duplicate-choice.tsx';
import { Repeats } from './repeats.tsx';

/** The outcome of every row. The counts are the tabs. */
export function CheckStep({ wizard, check }: StepProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Outcome>();
  const { data, error, isPending, refetch } = check;
  if (error !== null)
    return (
      <div className={styles['step']}>
        <Problem error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (isPending || data === undefined) return <Skeleton label={t('import.checking')} />;
  const { record } = data;
  if (record.status !== 'succeeded')
    return (
      <div className={styles['step']}>
        <CheckFailure record={record} />
      </div>
    );
  const { counts, repeats } = record;
  const hasCorrections = Object.keys(wizard.edits).length > 0;
  const shown = chosen ?? (counts.rejected > 0 || hasCorrections ? 'error' : 'new');
  const inBank = {
    unchanged: counts.unchanged - (repeats?.unchanged ?? 0),
    duplicate: counts.duplicate - (repeats?.duplicate ?? 0),
  };
  const isOnlyRepeated = isRepeatable(shown) && inBank[shown] === 0 && counts[shown] > 0;
  const texts = {
    new: t('import.check.newText', { count: counts.created }),
    update: t('import.check.updateText', { count: counts.updated }),
    unchanged: t('import.check.unchangedText', { count: inBank.unchanged }),
    duplicate: t('import.check.duplicateText', { count: inBank.duplicate }),
  };
  return (
    <>
      <div className={styles['step']} data-tight>
        <CheckFailure record={record} />
        <Outcomes counts={counts} chosen={shown} onChoose={setChosen} />
      </div>
      {shown === 'error' ? (
        <ErrorsPane wizard={wizard} checked={data} />
      ) : (
        <div className={styles['step']}>
          {!isOnlyRepeated && <p>{texts[shown]}</p>}
          {shown === 'new' && counts.created > 0 && <Preview items={record.preview} />}
          {isRepeatable(shown) && <Repeats checked={data} outcome={shown} />}
          {shown === 'duplicate' && <DuplicateChoice settings={wizard.settings} />}
        </div>
      )}
    </>
  );
}

const isRepeatable = (outcome: Outcome): outcome is 'unchanged' | 'duplicate' =>
  outcome === 'unchanged' || outcome === 'duplicate';
