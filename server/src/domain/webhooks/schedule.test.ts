import { describe, expect, it } from 'vitest';
import { DELAYS_MS, type Failure, MAX_ATTEMPTS, nextAttempt, pauseMs, readRetryAfter } from './schedule.ts';

const HOUR_MS = 3_600_000;
const beganAt = new Date('2026-11-17T10:00:00.000Z');
const failure: Failure = { messageId: 'msg_a', attempts: 1, beganAt, failedAt: beganAt, retryAfterMs: undefined };
const delayOf = (change: Partial<Failure>) => {
  const next = nextAttempt({ ...failure, ...change });
  return next === undefined ? undefined : next.getTime() - beganAt.getTime();
};

describe('nextAttempt', () => {
  it('plans ten attempts over a little more than three days', () => {
    expect(MAX_ATTEMPTS).toBe(10);
    expect(DELAYS_MS.reduce((sum, delay) => sum + delay, 0) / HOUR_MS).toBeCloseTo(75.6, 1);
    let at = beganAt;
    for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts += 1) {
      const next = nextAttempt({ ...failure, attempts, failedAt: at });
      const share = ((next?.getTime() ?? 0) - at.getTime()) / (DELAYS_MS[attempts - 1] ?? 0);
      expect(share).toBeGreaterThanOrEqual(0.9);
      expect(share).toBeLessThanOrEqual(1.1);
      at = next ?? at;
    }
    expect(nextAttempt({ ...failure, attempts: MAX_ATTEMPTS, failedAt: at })).toBeUndefined();
  });

  it('spreads messages that failed together, deterministically', () => {
    const delays = Array.from({ length: 200 }, (_, index) => delayOf({ messageId: `msg_${index}`, attempts: 2 }) ?? 0);
    expect(new Set(delays).size).toBeGreaterThan(150);
    expect(Math.min(...delays)).toBeLessThan(285_000);
    expect(Math.max(...delays)).toBeGreaterThan(315_000);
    expect(delayOf({ messageId: 'msg_7', attempts: 2 })).toBe(delays[7]);
  });

  it.each([
    ['waits as long as the receiver asks', 600_000, 600_000],
    ['waits at most a day', 48 * HOUR_MS, 24 * HOUR_MS],
  ])('%s', (_name, retryAfterMs, expected) => {
    expect(delayOf({ retryAfterMs })).toBe(expected);
  });

  it('never retries earlier than planned', () => {
    expect(delayOf({ attempts: 5, retryAfterMs: 1000 })).toBeGreaterThan(4 * HOUR_MS);
  });

  it('gives up after four days, even if attempts are left', () => {
    const failedAt = new Date(beganAt.getTime() + 95 * HOUR_MS);
    expect(nextAttempt({ ...failure, attempts: 4, failedAt })).toBeUndefined();
    expect(nextAttempt({ ...failure, attempts: 3, failedAt })).toBeDefined();
  });
});

describe('pauseMs', () => {
  it('doubles with every failure, up to five minutes', () => {
    expect([1, 2, 3, 9, 10, 1000].map((failures) => pauseMs(failures))).toEqual([
      1000, 2000, 4000, 256_000, 300_000, 300_000,
    ]);
  });

  it('is as long as the receiver asks, up to an hour', () => {
    expect([pauseMs(1, 90_000), pauseMs(1, 48 * HOUR_MS)]).toEqual([90_000, HOUR_MS]);
  });
});

describe('readRetryAfter', () => {
  it.each([
    ['120', 120_000],
    ['Tue, 17 Nov 2026 10:01:00 GMT', 60_000],
    ['Tue, 17 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['1e9', undefined],
    ['99999999999999999999', undefined],
    [undefined, undefined],
  ])('reads %s', (header, expected) => {
    expect(readRetryAfter(header, beganAt)).toBe(expected);
  });
});
