import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { peopleQuery } from '../../people/queries.ts';
import { questionKeys } from '../../questions/queries.ts';
import { IconButton } from '../../ui/button.tsx';
import { PersonIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/overlays.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { assignmentKeys } from './queries.ts';
import { type PairRow, type QuestionRow, subjectOf } from './row.ts';

interface Assignment {
  id: string;
  person: string;
  person_name: string | null;
}

interface AssignProps {
  analysis: Analysis;
  row: QuestionRow | PairRow;
  assignment: Assignment | undefined;
}

/** Assigns a row to somebody, or removes the assignment. */
export function Assign({ analysis, row, assignment }: AssignProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const own = useSession()?.person.id;
  const { data: people = [] } = useQuery(peopleQuery);
  const { mutate } = useMutation({
    mutationFn: async (person: string | null) => {
      if (person === null) {
        if (assignment !== undefined) await quaestor.assignments.delete(assignment.id);
      } else if (assignment === undefined) await quaestor.assignments.create({ ...subjectOf(analysis, row), person });
      else await quaestor.assignments.update(assignment.id, { person });
    },
    onSuccess: (_, person) => {
      const name = people.find(({ id }) => id === person)?.name;
      showToast(name === undefined ? t('analysis.assign.removed') : t('analysis.assign.done', { name }));
    },
    onError: () => showToast(t('analysis.assign.failed')),
    onSettled: () =>
      Promise.all(
        [assignmentKeys.all, questionKeys.lists, questionKeys.counts].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const label =
    assignment === undefined
      ? t('analysis.assign.label')
      : t('analysis.assign.to', { name: assignment.person_name ?? t('question.person') });
  const present = people.filter(({ removed_at: removed }) => removed === null);
  const sorted = [...present].sort((one, other) => Number(other.id === own) - Number(one.id === own));
  return (
    <Menu position="bottom-end" width={220} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <IconButton small label={label} kind={assignment === undefined ? 'quiet' : 'plain'}>
          <PersonIcon size={14} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('analysis.assign.label')}</Menu.Label>
        {sorted.map(({ id, name }) => (
          <Menu.RadioItem
            key={id}
            value={id}
            checked={id === assignment?.person}
            closeMenuOnClick
            onChange={() => mutate(id)}
          >
            {id === own ? t('analysis.assign.me', { name }) : name}
          </Menu.RadioItem>
        ))}
        {assignment !== undefined && <Menu.Item onClick={() => mutate(null)}>{t('analysis.assign.remove')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
