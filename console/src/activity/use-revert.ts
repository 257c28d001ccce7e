import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { categoryKeys } from '../categories/queries.ts';
import { changeKeys } from '../changes/queries.ts';
import { questionKeys, topicKeys } from '../questions/queries.ts';

export type Conflict = components['schemas']['ChangeConflict'];

type Result = Awaited<ReturnType<typeof quaestor.changes.revert>>;

/** A small change is reverted at once, a large one by a job, which is itself a change. */
export function useRevert(id: string, onDone: (result: Result) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (includeChanged: boolean) => quaestor.changes.revert(id, { includeChanged }),
    onSuccess: async (result) => {
      onDone(result); // before its row is read again, which may remove the button
      await Promise.all(
        [changeKeys.all, questionKeys.all, topicKeys.all, categoryKeys.all].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
