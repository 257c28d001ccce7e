import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { questionKeys } from '../questions/queries.ts';
import { showToast } from '../ui/toasts.tsx';
import { followChange } from './follow.ts';
import { type Left, showOutcome } from './outcome.ts';
import { forgetChange, takeLastChange } from './own-changes.ts';

/** The maximum number of skipped questions that are listed. */
const MAX_NAMED = 100;

/** Reverts a change set. Fields that others have changed since are skipped and listed. */
export async function undoChange(id: string): Promise<void> {
  forgetChange(id);
  try {
    const { reverted, left, count } = await revert(id);
    if (reverted > 0 || count === 0) showToast(i18next.t('undo.done', { count: reverted }));
    if (count > 0) showOutcome({ kind: 'conflicts', left, count });
  } catch (error) {
    showOutcome({ kind: 'failed', error });
  } finally {
    await queryClient.invalidateQueries({ queryKey: questionKeys.all });
  }
}

async function revert(id: string): Promise<{ reverted: number; left: readonly Left[]; count: number }> {
  const reply = await quaestor.changes.revert(id);
  if ('reverted' in reply) {
    const { reverted, conflicts } = reply;
    return { reverted, left: conflicts.slice(0, MAX_NAMED), count: conflicts.length };
  }
  const ended = await followChange(reply);
  const left: Left[] = [];
  if (ended.conflict_count > 0) {
    for await (const { conflict } of quaestor.changes.items(ended.id, { limit: MAX_NAMED, conflicts_only: true })) {
      if (conflict !== null) left.push(conflict);
      if (left.length === MAX_NAMED) break;
    }
  }
  return { reverted: ended.count, left, count: ended.conflict_count };
}

/** Binds Ctrl Z. */
export async function undoLastChange(): Promise<void> {
  const last = takeLastChange();
  if (last === undefined) showToast(i18next.t('undo.nothing'));
  else await undoChange(last);
}

/** The undo button of a toast. */
export function UndoButton({ change }: { change: string }) {
  const { t } = useTranslation();
  return (
    <button type="button" onClick={() => void undoChange(change)}>
      <u>{t('action.undo')}</u>
    </button>
  );
}
