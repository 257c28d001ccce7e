import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { foldRepeats } from './fold-repeats.ts';

let lines: Record<string, unknown>[];
let logger: pino.Logger;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  const options = { base: null, timestamp: false, hooks: { logMethod: foldRepeats() } };
  logger = pino(options, { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) });
});
afterEach(() => vi.useRealTimers());

const AWAY = { reason: 'connect ECONNREFUSED' };

it('logs a warning once, then how often it was repeated', () => {
  for (let time = 0; time < 213; time += 1) logger.warn(AWAY, 'a connection broke');
  vi.advanceTimersByTime(20_000);
  expect(lines).toEqual([
    { level: 40, ...AWAY, msg: 'a connection broke' },
    { level: 40, ...AWAY, times: 212, seconds: 20, msg: 'a connection broke' },
  ]);
});

it('keeps counting while it repeats, and logs it at once when it returns later', () => {
  logger.warn(AWAY, 'a connection broke');
  logger.warn(AWAY, 'a connection broke');
  vi.advanceTimersByTime(20_000);
  logger.warn(AWAY, 'a connection broke');
  vi.advanceTimersByTime(20_000);
  expect(lines.map(({ times }) => times)).toEqual([undefined, 1, 1]);
  vi.advanceTimersByTime(20_000);
  logger.warn(AWAY, 'a connection broke');
  expect(lines).toHaveLength(4);
});

it('distinguishes warnings by reason, error and task', () => {
  logger.warn(AWAY, 'a connection broke');
  logger.warn({ reason: 'timeout' }, 'a connection broke');
  logger.error({ err: new Error('one'), task: 'sweep' }, 'a task failed');
  logger.error({ err: new Error('two'), task: 'sweep' }, 'a task failed');
  logger.error({ err: new Error('two'), task: 'fold' }, 'a task failed');
  expect(lines).toHaveLength(5);
});

it('keeps every line about a request, and every line that is not a warning', () => {
  for (const request_id of ['a', 'b', 'b']) logger.error({ request_id, err: new Error('x') }, 'request failed');
  logger.info(AWAY, 'information');
  logger.info(AWAY, 'information');
  expect(lines).toHaveLength(5);
});

it('counts at most 100 kinds at once, and logs others each time', () => {
  for (let kind = 0; kind < 150; kind += 1) logger.warn({ kind }, 'a kind');
  logger.warn({ kind: 149 }, 'a kind');
  logger.warn({ kind: 1 }, 'a kind');
  expect(lines).toHaveLength(151);
});
