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
  const { counts } = record;
  const hasCorrections = Object.keys(wizard.edits).length > 0;
  const shown = chosen ?? (counts.rejected > 0 || hasCorrections ? 'error' : 'new');
  const texts = {
    new: t('import.check.newText', { count: counts.created }),
    update: t('import.check.updateText', { count: counts.updated }),
    unchanged: t('import.check.unchangedText', { count: counts.unchanged }),
    duplicate: t('import.check.duplicateText', { count: counts.duplicate }),
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
          <p>{texts[shown]}</p>
          {shown === 'new' && counts.created > 0 && <Preview items={record.preview} />}
          {shown === 'duplicate' && <DuplicateChoice settings={wizard.settings} />}
        </div>
      )}
    </>
  );
}
