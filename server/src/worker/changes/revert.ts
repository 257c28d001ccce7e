import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { recordedJob } from '../../queue/recorded-job.ts';
import { endChange } from '../../store/change-sets/write.ts';
import { chargeStorage } from '../../store/daily-storage.ts';
import { revertChunks } from './revert-chunks.ts';

export interface RevertChange {
  /** What is reverted. */
  change_id: string;
  actor: string;
}

declare module '../../queue/queue.ts' {
  interface Jobs {
    'change.revert': Recorded<RevertChange>;
  }
}

/** Takes a large change back; the revert, which has the id of the job, is there from the beginning. */
export const revertChange = recordedJob<Deps, 'change.revert', RevertChange>({
  name: 'change.revert',
  concurrency: 2,
  retries: { limit: 50, delaySeconds: 1, maxDelaySeconds: 30 },
  handle: async (job, deps) => {
    const { change_id: changeId, actor } = job.data;
    try {
      return await revertChunks(job, deps, {
        changeId,
        actor,
        afterChunk: async (tx, _chunk, { written }) => {
          const bytes = written.reduce((total, { body }) => total + Buffer.byteLength(body), 0);
          if (bytes > 0) await chargeStorage(tx, actor, bytes, deps.config.dailyStorageMb, written.length);
        },
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'quota_exceeded') throw error;
      return { code: error.code, detail: error.detail };
    }
  },
  onEnd: endChange,
});
