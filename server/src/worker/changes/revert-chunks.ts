import type { Deps } from '../../deps.ts';
import { type Reverted, revertMembers } from '../../operations/changes/revert-members.ts';
import type { RecordedJob } from '../../queue/recorded-job.ts';
import { AFTER_ALL_CHUNKS, type Chunk, findChunkBefore } from '../../store/changes/chunks.ts';
import { type Executor, inTransaction } from '../../store/database/database.ts';

interface RevertWork {
  /** The change to revert. The revert has the id of the job. */
  changeId: string;
  actor: string;
  includeChanged: boolean;
  /** Part of the transaction of each chunk. */
  afterChunk: (tx: Executor, chunk: Chunk, reverted: Reverted) => Promise<void>;
}

/**
 * Reverts a change, one transaction for each of its chunks, the last one first. Chunks are numbered from 1 without
 * gaps, and progress counts them: a worker that takes over continues with the next one.
 */
export async function revertChunks(
  job: RecordedJob<unknown>,
  deps: Deps,
  { changeId, actor, includeChanged, afterChunk }: RevertWork,
): Promise<'done' | 'again'> {
  const total = (await findChunkBefore(deps.db.writes, changeId, AFTER_ALL_CHUNKS))?.number ?? 0;
  for (let { completed } = job.record; completed < total; completed += 1) {
    if (job.stopping.aborted || job.signal.aborted) return 'again';
    const categories = await deps.categories.refresh();
    await inTransaction(deps.db.writes, async (tx) => {
      await job.progress(completed + 1, total, tx);
      const chunk = await findChunkBefore(tx, changeId, total - completed + 1);
      if (chunk === undefined) return;
      const revert = { change_id: job.record.id, actor, now: deps.now(), categories, includeChanged };
      await afterChunk(tx, chunk, await revertMembers(tx, chunk.members, revert));
    });
  }
  return 'done';
}
