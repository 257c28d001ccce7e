import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { chargeHistory } from '../../operations/questions/history.ts';
import { recordedJob } from '../../queue/recorded-job.ts';
import { endChange } from '../../store/changes/write.ts';
import { revertChunks } from './revert-chunks.ts';

interface RevertChange {
  /** The change to revert. */
  change_id: string;
  actor: string;
  /** Earlier releases did not store it. */
  include_changed?: boolean;
}

declare module '../../queue/queue.ts' {
  interface Jobs {
    'change.revert': Recorded<RevertChange>;
  }
}

/** Reverts a large change. The revert has the id of the job and exists from the beginning. */
export const revertChange = recordedJob<Deps, 'change.revert', RevertChange>({
  name: 'change.revert',
  concurrency: 2,
  retries: { limit: 50, delaySeconds: 1, maxDelaySeconds: 30 },
  handle: async (job, deps) => {
    const { change_id: changeId, actor, include_changed: includeChanged = false } = job.data;
    try {
      return await revertChunks(job, deps, {
        changeId,
        actor,
        includeChanged,
        afterChunk: async (tx, _chunk, { written }) => {
          await chargeHistory(deps, tx, actor, written);
        },
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'quota_exceeded') throw error;
      return { code: error.code, detail: error.detail };
    }
  },
  onEnd: endChange,
});
