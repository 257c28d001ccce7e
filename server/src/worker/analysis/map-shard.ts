import type { ShardInput } from '../../analysis/analysis-type.ts';
import type { Analysis } from '../../store/analysis/analyses.ts';
import { adoptItems, deleteAttempt } from '../../store/analysis/items.ts';
import { advanceAnalysis, findOpenShard, finishShard } from '../../store/analysis/progress.ts';
import { inTransaction } from '../../store/database/database.ts';
import type { AnalysisContext } from './context.ts';
import type { Threads } from './threads.ts';

interface Way {
  threads: Threads;
  /** Aborted if the run ends for another reason. */
  signal: AbortSignal;
  input?: ShardInput | undefined;
  /** Called in the transaction of the last shard. */
  whenMapped?: Parameters<typeof inTransaction<void>>[1];
}

/**
 * Computes a shard outside of any transaction and stores its result in a short one. A shard that was already completed
 * by another worker, thought dead, is left as it is, so that nothing is counted twice.
 */
export async function mapShard(
  { deps }: Pick<AnalysisContext, 'deps'>,
  run: Analysis,
  shard: number,
  { threads, signal, input, whenMapped }: Way,
): Promise<void> {
  const open = await findOpenShard(deps.db.reads, run.id, shard);
  if (open === undefined) return;
  const task = { request: requestOf(run), items_id: run.items_id, number: shard, shard: open, input };
  const mapped = await threads.map(task, signal);
  await inTransaction(deps.db.writes, async (tx) => {
    if (!(await finishShard(tx, run.id, shard, mapped))) return deleteAttempt(tx, run.items_id, mapped.attempt);
    await adoptItems(tx, run.items_id, mapped.attempt);
    if (await advanceAnalysis(tx, run.id)) await whenMapped?.(tx);
  });
}

export function requestOf({ analysis_type, parameters, question_ids, filter }: Analysis) {
  return { analysis_type, parameters, question_ids, filter };
}
