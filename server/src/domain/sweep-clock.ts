const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What the database's clock says now, and what it said when any sweep last looked. */
export interface ClockReading {
  now: Date;
  seen_at: Date;
  held_until: Date | null;
}

/** The database's time when this process last looked, and how long ago that was by a clock that cannot be set. */
export interface OwnReading {
  now: Date;
  elapsedMs: number;
}

export interface ClockVerdict {
  /** Until when nothing is purged. */
  held_until: Date | null;
  /** How far the clock leapt since it was last looked at, forward or (negative) back; undefined when it did not. */
  leapMs: number | undefined;
}

/**
 * Whether the database's clock can be believed. Time that nobody saw pass is a leap: of a clock that was set, or of a
 * service that was off; the two look alike. After a leap nothing is purged for an hour, after one of more than a day for a
 * day: a clock that is put right meanwhile has done no harm, and a service that was off for a week purges a day later.
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
