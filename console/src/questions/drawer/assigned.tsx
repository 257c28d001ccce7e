import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { components } from '../../../../client/src/index.ts';
import { assignmentKeys } from '../../analyses/rows/queries.ts';
import { quaestor } from '../../api/client.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Problem } from '../../states/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { questionKeys } from '../queries.ts';
import styles from './drawer.module.css';

type Assignment = components['schemas']['Assignment'];

const MAX_SHOWN = 50;

/** Who has which work on a question. The assigned person, and people who may assign, can say that it is done. */
export function Assigned({ id }: { id: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const own = useSession()?.person.id;
  const mayWrite = useMay('questions:write');
  const { data: open = [] } = useQuery({
    queryKey: assignmentKeys.ofQuestion(id),
    queryFn: async ({ signal }) =>
      (await quaestor.assignments.list({ question_id: id, done: false, limit: MAX_SHOWN }, { signal })).data,
  });
  const finishing = useMutation({
    mutationFn: ({ id: assignment, version }: Assignment) =>
      quaestor.assignments.update(assignment, { done: true }, { ifVersion: version }),
    onSettled: () =>
      Promise.all(
        [assignmentKeys.all, questionKeys.lists, questionKeys.counts].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  if (open.length === 0) return null;
  return (
    <section className={styles['last']}>
      <h2>{t('team.assigned.title')}</h2>
      {finishing.error !== null && <Problem error={finishing.error} />}
      <ul className={styles['assigned']}>
        {open.map((assignment) => {
          const { id: key, analysis_type: type, person, person_name: name } = assignment;
          const what = type === 'question' ? t('field.question_text') : t(`analysis.type.${type}.name`);
          const who = person === own ? t('list.assignedToYou') : (name ?? t('question.person'));
          return (
            <li key={key}>
              <span>{t('team.assigned.who', { what, who })}</span>
              {(person === own || mayWrite) && (
                <Button
                  small
                  disabled={finishing.isPending}
                  aria-label={t('team.assigned.doneOf', { what, who })}
                  onClick={() => finishing.mutate(assignment)}
                >
                  {t('team.assigned.done')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
