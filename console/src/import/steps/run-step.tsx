import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Problem } from '../../states/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckFailure } from '../check-failure.tsx';
import { CheckProgress } from '../footer.tsx';
import styles from '../import.module.css';
import { Outcomes } from '../outcomes.tsx';
import { importKeys } from '../queries.ts';
import { type StepProps, sendFile } from '../use-check.ts';
import { resetWizard } from '../wizard.ts';

/** A last summary. After the start, the import has its own page. */
export function RunStep({ wizard, check }: StepProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendFile(wizard),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: importKeys.all });
      await navigate({ to: '/imports/$id', params: { id } });
      resetWizard();
    },
  });
  const { data, isFetching } = check;
  if (isFetching || data === undefined)
    return (
      <p className={styles['step']} role="status">
        <CheckProgress check={check} />
      </p>
    );
  const { record } = data;
  const { created, updated, rejected } = record.counts;
  const isBlocked = wizard.settings.mode === 'all_or_nothing' && rejected > 0;
  const count = isBlocked || record.status !== 'succeeded' ? 0 : created + updated;
  const nothing = isBlocked ? t('import.options.nothing', { count: rejected }) : t('import.run.nothingFix');
  return (
    <div className={styles['step']}>
      <CheckFailure record={record} />
      {error !== null && <Problem error={error} />}
      {record.status === 'succeeded' && <Outcomes counts={record.counts} />}
      <section className={styles['section']}>
        <h2>{count > 0 ? t('import.run.ready') : t('import.run.nothing')}</h2>
        <p>{count > 0 ? t('import.run.undo') : nothing}</p>
        {count > 0 && (
          <div>
            <Button kind="filled" disabled={isPending} onClick={() => mutate()}>
              {isPending ? t('import.check.sending') : t('import.run.start', { count })}
            </Button>
          </div>
        )}
      </section>
    </div>
  );
}
