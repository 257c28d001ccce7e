import { setTimeout as wait } from 'node:timers/promises';
import { type RecordedDeps, recordedJob } from '../../src/queue/recorded-job.ts';
import { inTransaction } from '../../src/store/database/database.ts';

export interface Toy {
  steps: number;
  stepMs?: number;
  /** This many attempts fail, each after one step. */
  failures?: number;
  failsPermanently?: boolean;
  /** This many attempts fail before doing anything. */
  earlyFailures?: number;
  /** Does nothing until it is canceled. */
  stuck?: boolean;
}

/** A complete kind of job, which writes a row for every step. */
export const toy = (name = 'toy', concurrency = 1) =>
  recordedJob<RecordedDeps, string, Toy>({
    name,
    concurrency,
    retries: { limit: 2, delaySeconds: 1 },
    isPermanent: (error) => error instanceof RangeError,
    handle: async (
      {
        data: { steps, stepMs = 0, failures = 0, failsPermanently, earlyFailures = 0, stuck },
        record,
        progress,
        signal,
        stopping,
      },
      { db },
    ) => {
      if (failsPermanently === true) throw new RangeError('This will never work.');
      if (record.attempt <= earlyFailures) throw new Error(`Attempt ${record.attempt} broke.`);
      if (stuck === true) await wait(3_600_000, undefined, { signal });
      for (let step = record.completed; step < steps; step += 1) {
        if (stopping.aborted) return 'again';
        await inTransaction(db.writes, async (tx) => {
          await tx.query({ text: 'insert into toy_steps (job, step) values ($1, $2)', values: [record.id, step] });
          await progress(step + 1, steps, tx);
        });
        if (record.attempt <= failures) throw new Error(`Attempt ${record.attempt} broke.`);
        await wait(stepMs, undefined, { signal });
      }
      return 'done';
    },
  });
