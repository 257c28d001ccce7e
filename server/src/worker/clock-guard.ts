import type { FastifyBaseLogger } from 'fastify';
import { judgeClock } from '../domain/sweep-clock.ts';
import { inTransaction, type Pool } from '../store/database/database.ts';
import { findSweepClockForUpdate, updateSweepClock } from '../store/sweep-clock.ts';

/**
 * The time by which to purge: that of the database, never of this machine. Undefined while the database clock is in
 * doubt because it has jumped since the last sweep.
 */
export function clockGuard(pool: Pool, logger: Pick<FastifyBaseLogger, 'warn'>): () => Promise<Date | undefined> {
  let last: { now: Date; at: number } | undefined;
  return async () => {
    const own = last && { now: last.now, elapsedMs: performance.now() - last.at };
    const { now, held_until, leapMs } = await inTransaction(pool, async (tx) => {
      const reading = await findSweepClockForUpdate(tx);
      const verdict = judgeClock(reading, own);
      await updateSweepClock(tx, reading.now, verdict.held_until);
      return { now: reading.now, ...verdict };
    });
    last = { now, at: performance.now() };
    if (leapMs !== undefined) {
      logger.warn(
        { leap_seconds: Math.round(leapMs / 1000), database_time: now, held_until },
        'The clock of the database leapt, or no worker ran for a while. Nothing is purged until held_until. If the clock is right: update sweep_clock set held_until = null',
      );
    }
    return held_until === null ? now : undefined;
  };
}
