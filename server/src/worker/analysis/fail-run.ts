import type { Deps } from '../../deps.ts';
import type { AnalysisError } from '../../domain/analysis/analysis.ts';
import { analysisEvent } from '../../domain/analysis/event.ts';
import { failAnalysis } from '../../store/analysis/progress.ts';
import { inTransaction } from '../../store/database/database.ts';
import { notify } from '../../store/database/notices.ts';
import { appendEvents } from '../../store/events.ts';

/** Ends a run with its error. It has no effect if the run has ended. */
export async function failRun({ db, metrics, now, queue }: Deps, id: string, error: AnalysisError): Promise<void> {
  const ended = await inTransaction(db.writes, async (tx) => {
    const failed = await failAnalysis(tx, id, error, now());
    if (failed === undefined) return undefined;
    await appendEvents(tx, [analysisEvent('analysis.failed', id, failed.owner, now())]);
    await queue.withdraw(tx, 'analysis.shard', { analysis_id: id });
    await notify(tx, 'analysis_ended', id);
    return failed;
  });
  if (ended !== undefined) metrics.analysisEnded(ended.analysis_type, 'failed');
}
