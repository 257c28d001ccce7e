import { describe, expect, it } from 'vitest';
import { type ClockReading, judgeClock, type OwnReading } from './sweep-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 1);
const at = (ms: number) => new Date(START + ms);
const reading = (now: number, seen: number, held: number | null = null): ClockReading => ({
  now: at(now),
  seen_at: at(seen),
  held_until: held === null ? null : at(held),
});
const own = (now: number, elapsedMs: number): OwnReading => ({ now: at(now), elapsedMs });

describe('a clock that runs normally', () => {
  it.each([
    ['from minute to minute', reading(MINUTE, 0), own(0, MINUTE)],
    ['seen by another worker before', reading(MINUTE, 0), undefined],
    ['after a restart of less than an hour', reading(59 * MINUTE, 0), undefined],
    ['set back by less than a minute', reading(0, 30_000), own(30_000, MINUTE)],
    ['after hours without the database, observed by this process', reading(5 * HOUR, 0), own(0, 5 * HOUR)],
  ])('is trusted: %s', (_, seen, mine) => {
    expect(judgeClock(seen, mine)).toEqual({ held_until: null, leapMs: undefined });
  });
});

describe('a clock that jumps', () => {
  it.each([
    ['40 days ahead', 40 * DAY, own(0, MINUTE), DAY],
    ['40 days ahead, seen by a process that just started', 40 * DAY, undefined, DAY],
    ['2 hours ahead', 2 * HOUR, own(0, MINUTE), HOUR],
    ['40 days back', -40 * DAY, own(0, MINUTE), DAY],
    ['10 minutes back', -10 * MINUTE, own(0, MINUTE), HOUR],
  ])('is not trusted for some time: %s', (_, leap, mine, hold) => {
    expect(judgeClock(reading(leap, 0), mine)).toEqual({ held_until: at(leap + hold), leapMs: leap });
  });

  it('is distrusted until exactly the end of that time', () => {
    expect(judgeClock(reading(DAY - 1, DAY - MINUTE, DAY), own(DAY - MINUTE, MINUTE)).held_until).toEqual(at(DAY));
    expect(judgeClock(reading(DAY, DAY - MINUTE, DAY), own(DAY - MINUTE, MINUTE)).held_until).toBeNull();
  });

  it('is distrusted again when it is corrected', () => {
    const ahead = judgeClock(reading(40 * DAY, 0), own(0, MINUTE));
    const right = judgeClock({ now: at(2 * MINUTE), seen_at: at(40 * DAY), ...ahead }, own(40 * DAY, MINUTE));
    expect(right.held_until).toEqual(at(2 * MINUTE + DAY));
  });
});

it('allows daily purges for a service that is off every night', () => {
  const morning = judgeClock(reading(16 * HOUR, 0), undefined);
  expect(morning.held_until).toEqual(at(17 * HOUR));
  const later = judgeClock({ now: at(17 * HOUR), seen_at: at(17 * HOUR - MINUTE), ...morning }, undefined);
  expect(later.held_until).toBeNull();
});
