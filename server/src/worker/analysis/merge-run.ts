import { analysisError } from '../../domain/analysis/analysis.ts';
import { analysisEvent } from '../../domain/analysis/event.ts';
import type { Analysis } from '../../store/analysis/analyses.ts';
import { adoptItems, deleteUnadoptedItems } from '../../store/analysis/items.ts';
import { succeedAnalysis } from '../../store/analysis/progress.ts';
import { inTransaction } from '../../store/database/database.ts';
import { notify } from '../../store/database/notices.ts';
import { appendEvents } from '../../store/events.ts';
import type { AnalysisContext } from './context.ts';
import { failRun } from './fail-run.ts';
import { requestOf } from './map-shard.ts';
import type { Threads } from './threads.ts';

/** Merges the partial results of a run and ends it: result, rows and event in one transaction. */
export async function mergeRun(
  { deps }: Pick<AnalysisContext, 'deps'>,
  run: Analysis,
  threads: Threads,
  signal: AbortSignal,
): Promise<void> {
  const task = { id: run.id, request: requestOf(run), items_id: run.items_id };
  const { question_count, finished } = await threads.merge(task, signal);
  if (finished === undefined) {
    const detail = 'No question matches: there is nothing to analyse.';
    return failRun(deps, run.id, analysisError('insufficient_data', detail));
  }
  const succeeded = await inTransaction(deps.db.writes, async (tx) => {
    const now = deps.now();
    if (!(await succeedAnalysis(tx, run.id, { ...finished, question_count }, now))) return false;
    await adoptItems(tx, run.items_id, finished.attempt);
    await deleteUnadoptedItems(tx, run.items_id);
    await appendEvents(tx, [analysisEvent('analysis.succeeded', run.id, run.owner, now)]);
    await notify(tx, 'analysis_ended', run.id);
    return true;
  });
  if (succeeded) deps.metrics.analysisEnded(run.analysis_type, 'succeeded');
}
