import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PreconditionFailedError, type Question } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { rememberChange } from '../../changes/own-changes.ts';
import { questionKeys, questionQuery } from '../queries.ts';
import { changesTo, type Draft, draftOf } from './draft.ts';
import type { Conflict } from './merge-dialog.tsx';

/** Refreshes lists, counts and histories of questions. */
export function useRefreshLists(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: questionKeys.all });
}

/** Saves the changes. If somebody else has saved in between, returns both versions to be merged. */
export function useSave(question: Question, onSaved: (saved: Question) => void) {
  const client = useQueryClient();
  const refresh = useRefreshLists();
  const [conflict, setConflict] = useState<Conflict>();
  const mutation = useMutation({
    mutationFn: async ({ draft, base, version }: { draft: Draft; base: Draft; version: number }) => {
      try {
        const patched = quaestor.questions.patch(question.id, changesTo(base, draft), { ifVersion: version });
        const { data: saved, response } = await patched.withResponse();
        rememberChange(response.headers.get('change-id'));
        return { saved };
      } catch (error) {
        if (!(error instanceof PreconditionFailedError)) throw error;
        const theirs = await quaestor.questions.get(question.id);
        return { conflict: { base, mine: draft, theirs: draftOf(theirs), version: theirs.version } };
      }
    },
    onSuccess: async (outcome) => {
      setConflict(outcome.conflict);
      if (outcome.saved === undefined) return;
      client.setQueryData(questionQuery(question.id).queryKey, outcome.saved);
      onSaved(outcome.saved);
      await refresh();
    },
  });
  return {
    ...mutation,
    conflict,
    dropConflict: () => setConflict(undefined),
    save: (draft: Draft) => mutation.mutate({ draft, base: draftOf(question), version: question.version }),
    saveMerged: ({ theirs, version }: Conflict, merged: Draft) =>
      mutation.mutate({ draft: merged, base: theirs, version }),
  };
}
