import type { Executor } from '../../../store/database/database.ts';
import { type AnyDismissal, PAIR_TYPE } from '../../../store/dismissals/list.ts';
import type { QuestionPair } from '../../../store/duplicates/dismissals.ts';
import { markPair } from '../../duplicates/create/pair.ts';
import type { Made } from './rows.ts';

/** Dismisses a pair in the same way as /duplicates/dismissals. */
export async function dismissPair(
  tx: Executor,
  { pair, ids }: { pair: QuestionPair; ids: readonly string[] },
  { reason, ...made }: Made,
): Promise<{ isNew: boolean; dismissal: AnyDismissal }> {
  const { isNew, dismissal } = await markPair(tx, ids, { ...made, question_ids: pair, note: reason });
  const { note, ...marked } = dismissal;
  return {
    isNew,
    dismissal: { ...marked, analysis_type: PAIR_TYPE, question_id: null, version: null, about: null, reason: note },
  };
}
