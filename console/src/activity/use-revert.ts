import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { changeKeys } from '../changes/queries.ts';
import { questionKeys } from '../questions/queries.ts';

export type Conflict = components['schemas']['ChangeConflict'];

type Result = Awaited<ReturnType<typeof quaestor.changes.revert>>;

/** A small change is reverted at once, a large one by a job, which is itself a change. */
export function useRevert(id: string, onDone: (result: Result) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => quaestor.changes.revert(id),
    onSuccess: async (result) => {
      onDone(result); // before its row is read again, which may remove the button
      await Promise.all([
        client.invalidateQueries({ queryKey: changeKeys.all }),
        client.invalidateQueries({ queryKey: questionKeys.all }),
      ]);
    },
  });
}
