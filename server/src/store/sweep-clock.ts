import type { ClockReading } from '../domain/sweep-clock.ts';
import type { Executor } from './database/database.ts';

/** The database's own time and when it was last read; locked until the transaction ends. */
export async function findSweepClockForUpdate(tx: Executor): Promise<ClockReading> {
  const { rows } = await tx.query<ClockReading>({
    text: 'select clock_timestamp() as now, seen_at, held_until from sweep_clock for update',
  });
  const [row] = rows;
  if (row === undefined) throw new Error('the table sweep_clock has lost its row');
  return row;
}

export async function updateSweepClock(tx: Executor, seenAt: Date, heldUntil: Date | null): Promise<void> {
  await tx.query({ text: 'update sweep_clock set seen_at = $1, held_until = $2', values: [seenAt, heldUntil] });
}
