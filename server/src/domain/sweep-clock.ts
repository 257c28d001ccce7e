const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The time of the database clock now, and when any sweep last read it. */
export interface ClockReading {
  now: Date;
  seen_at: Date;
  held_until: Date | null;
}

/** The database time when this process last read it, and the time since then by a monotonic clock. */
export interface OwnReading {
  now: Date;
  elapsedMs: number;
}

interface ClockVerdict {
  /** Nothing is purged until then. */
  held_until: Date | null;
  /** How far the clock jumped since the last reading, forward or (negative) back; undefined if it did not. */
  leapMs: number | undefined;
}

/**
 * Whether the database clock can be trusted. A jump means that the clock was set or the service was off, which look the
 * same. After a jump, nothing is purged for an hour, or for a day if it was longer than a day: a clock that is
 * corrected in the meantime has done no harm, and a service that was off for a week purges a day later.
 */
export function judgeClock({ now, seen_at, held_until }: ClockReading, own: OwnReading | undefined): ClockVerdict {
  const passed = now.getTime() - seen_at.getTime();
  const explained = own !== undefined && Math.abs(now.getTime() - own.now.getTime() - own.elapsedMs) <= HOUR_MS;
  if (passed < -MINUTE_MS || (passed > HOUR_MS && !explained)) {
    const holdMs = Math.abs(passed) > DAY_MS ? DAY_MS : HOUR_MS;
    return { held_until: new Date(now.getTime() + holdMs), leapMs: passed };
  }
  return { held_until: held_until !== null && held_until > now ? held_until : null, leapMs: undefined };
}
