import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { assignmentKeys } from '../analyses/rows/queries.ts';
import type { Subject } from '../analyses/rows/row.ts';
import { quaestor } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { usePeople } from '../people/use-people.ts';
import { questionKeys } from '../questions/queries.ts';
import { Menu } from '../ui/overlays.tsx';
import { showToast } from '../ui/toasts.tsx';

/** The maximum number of rows that the API assigns at once. */
const MAX_ROWS = 1000;

/** A row of an analysis, or a question itself. */
export type Assignable = Omit<Subject, 'analysis_type'> & { analysis_type: Subject['analysis_type'] | 'question' };

interface AssignManyProps {
  count: number;
  /** Reads what is selected. */
  rows: () => Promise<readonly Assignable[]>;
  button: (label: string, isBusy: boolean) => ReactElement;
  position: 'top' | 'bottom-end';
  onDone: () => void;
}

/** Assigns everything that is selected to one person, and says what was assigned already. */
export function AssignMany({ count, rows, button, position, onDone }: AssignManyProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const own = useSession()?.person.id;
  const people = usePeople();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ id }: { id: string; name: string }) =>
      quaestor.assignments.createMany({ person: id, rows: [...(await rows())] }),
    onSuccess: ({ assigned, already_assigned: already, assigned_to_others: others }, { name }) => {
      const parts = [
        t('team.bulk.done', { count: assigned, name }),
        already > 0 && t('team.bulk.already', { count: already }),
        others > 0 && t('team.bulk.others', { count: others }),
      ];
      showToast(parts.filter((part) => part !== false).join(' '));
      onDone();
    },
    onError: () => showToast(t('team.bulk.failed')),
    onSettled: () =>
      Promise.all(
        [assignmentKeys.all, questionKeys.lists, questionKeys.counts].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const sorted = people.toSorted((one, other) => Number(other.id === own) - Number(one.id === own));
  return (
    <Menu position={position} width={220} transitionProps={{ duration: 0 }}>
      <Menu.Target>{button(t('team.bulk.assign'), isPending)}</Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Label>
          {t(count > MAX_ROWS ? 'team.bulk.tooMany' : 'analysis.assign.label', { max: MAX_ROWS })}
        </Menu.Label>
        {count <= MAX_ROWS &&
          sorted.map(({ id, name }) => (
            <Menu.Item key={id} disabled={isPending} onClick={() => mutate({ id, name })}>
              {id === own ? t('analysis.assign.me', { name }) : name}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
