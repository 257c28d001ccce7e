import type { Deps } from '../../deps.ts';
import type { AnalysisError } from '../../domain/analysis/analysis.ts';
import { analysisEvent } from '../../domain/analysis/event.ts';
import { failAnalysis } from '../../store/analysis/progress.ts';
import { inTransaction } from '../../store/database/database.ts';
import { notify } from '../../store/database/notices.ts';
import { appendEvents } from '../../store/events.ts';

/** Ends a run with what went wrong; one that has ended stays as it is. */
export async function failRun({ db, now, queue }: Deps, id: string, error: AnalysisError): Promise<void> {
  await inTransaction(db.writes, async (tx) => {
    const failed = await failAnalysis(tx, id, error, now());
    if (failed === undefined) return;
    await appendEvents(tx, [analysisEvent('analysis.failed', id, failed.owner, now())]);
    await queue.withdraw(tx, 'analysis.shard', { analysis_id: id });
    await notify(tx, 'analysis_ended', id);
  });
}
