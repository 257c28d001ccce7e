import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Analysis, MergedField, Question } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { changeKeys } from '../../changes/queries.ts';
import { questionKeys } from '../../questions/queries.ts';
import { showToast } from '../../ui/toasts.tsx';
import { defaultSides, takenOf } from '../pairs/sides.ts';
import { dismissalKeys } from './queries.ts';
import { type PairRow, type QuestionRow, subjectOf } from './row.ts';

export type RowAction =
  | { kind: 'dismiss'; rows: readonly (QuestionRow | PairRow)[] }
  /** Applies the suggested category, topic or level. */
  | { kind: 'accept'; rows: readonly QuestionRow[] }
  | { kind: 'merge'; row: PairRow; keep: 'a' | 'b'; version: number; take: MergedField[] }
  /** Keeps the left question of each pair, with the values that only the right one has. */
  | { kind: 'mergeAll'; rows: readonly PairRow[] };

type Undo = () => Promise<unknown>;

/** The actions on rows. Each shows a toast with an undo button, and returns its undo function. */
export function useActions(analysis: Analysis) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [undos, setUndos] = useState<ReadonlyMap<object, Undo>>(new Map());
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: questionKeys.all }),
      client.invalidateQueries({ queryKey: dismissalKeys.all }),
      client.invalidateQueries({ queryKey: changeKeys.all }),
    ]);
  const undoing = useMutation({
    mutationFn: async (steps: readonly Undo[]) => {
      for (const step of steps) await step();
    },
    onSettled: refresh,
  });
  const doing = useMutation({
    mutationFn: async (action: RowAction): Promise<{ action: RowAction; steps: Undo[] }> => {
      const steps: Undo[] = [];
      for (const row of rowsOf(action)) steps.push(await doOne(analysis, action, row));
      return { action, steps };
    },
    onSuccess: ({ action, steps }) => {
      const rows = rowsOf(action);
      setUndos(
        new Map([...undos, ...rows.map((row, index): [object, Undo] => [row, steps[index] ?? (async () => {})])]),
      );
      showToast(
        t(`analysis.did.${action.kind}`, { count: rows.length }),
        <button type="button" onClick={() => undoing.mutate([...steps].reverse())}>
          <u>{t('action.undo')}</u>
        </button>,
      );
    },
    onSettled: refresh,
  });
  return {
    run: doing.mutateAsync,
    isBusy: doing.isPending || undoing.isPending,
    error: doing.error ?? undoing.error,
    undoOf: (row: object): (() => void) | undefined => {
      const step = undos.get(row);
      return step && (() => undoing.mutate([step]));
    },
  };
}

function rowsOf(action: RowAction): readonly (QuestionRow | PairRow)[] {
  return 'rows' in action ? action.rows : [action.row];
}

async function doOne(analysis: Analysis, action: RowAction, row: QuestionRow | PairRow): Promise<Undo> {
  if (action.kind === 'dismiss') {
    const { id } = await quaestor.dismissals.create(subjectOf(analysis, row));
    return () => quaestor.dismissals.delete(id);
  }
  if (action.kind === 'mergeAll') return mergeAsIs(row as PairRow);
  if (action.kind === 'merge') {
    const [kept, other] = action.keep === 'a' ? [action.row.a, action.row.b] : [action.row.b, action.row.a];
    const { response } = await quaestor.questions
      .merge(kept.question_id, { other: other.question_id, take: action.take }, { ifVersion: action.version })
      .withResponse();
    return revertOf(response);
  }
  const { question_id: id, version, suggested } = row as QuestionRow;
  const { response } = await quaestor.questions
    .patch(id, accepted(analysis, suggested), { ifVersion: version })
    .withResponse();
  return revertOf(response);
}

function accepted({ analysis_type: type, parameters }: Analysis, suggested: QuestionRow['suggested']) {
  if (type === 'difficulty_check') return { difficulty: Number(suggested) };
  return parameters['group_by'] === 'topic' ? { topic_focus: String(suggested) } : { category: String(suggested) };
}

/** The current versions of both. One may already be gone, merged with a third question. */
async function mergeAsIs({ a, b }: PairRow): Promise<Undo> {
  const ids = [a.question_id, b.question_id];
  const { data } = await quaestor.questions.list({ ids, limit: ids.length });
  const [kept, other] = ids.map((id) => data.find((one) => one.id === id) as Question | undefined);
  if (kept === undefined || other === undefined) return async () => {};
  const { response } = await quaestor.questions
    .merge(kept.id, { other: other.id, take: takenOf(defaultSides(kept, other)) }, { ifVersion: kept.version })
    .withResponse();
  return revertOf(response);
}

/** Every response to a write names its change set. */
function revertOf(response: Response): Undo {
  const change = response.headers.get('change-id') ?? '';
  return () => quaestor.changes.revert(change);
}
