import { expect, it } from 'vitest';
import { FEED_TYPES } from '../../../domain/event-feed.ts';
import { EventLog } from './event-log.ts';

const place = (transaction: number, epoch = 1, history = 'a') => ({
  epoch,
  history,
  transaction_id: String(transaction),
  sequence: '1',
});
const event = (transaction: number, type: 'question.created' | 'token.created' = 'question.created') => ({
  type,
  actor: 'me',
  place: place(transaction),
  frame: `${transaction};`,
});
const everybody = { types: new Set(FEED_TYPES), owner: null };
const range = (from: number, until: number) => Array.from({ length: until - from }, (_, index) => from + index);

function readAll(log: EventLog, from: number, audience = everybody): string {
  let text = '';
  for (let next = from; next < log.end; ) {
    const piece = log.read(next, audience, [...audience.types].join(' '));
    expect(piece.next - next).toBeLessThanOrEqual(256);
    text += piece.bytes.toString();
    next = piece.next;
  }
  return text;
}

it('finds the first event after a place within the log, and none after any other', () => {
  const log = new EventLog(place(10), 100);
  log.append(
    range(11, 21).map((number) => event(number)),
    place(30),
  );
  expect(log.find(place(10))).toBe(0);
  expect(log.find(place(15))).toBe(5);
  expect(log.find(place(20))).toBe(10);
  expect(log.find(place(25))).toBe(10);
  expect(log.find(place(99))).toBe(10);
  expect(log.find(place(9))).toBeUndefined();
  expect(log.find(place(15, 0))).toBeUndefined();
  expect(log.find(place(15, 2))).toBeUndefined();
  expect(log.find(place(15, 1, 'b'))).toBeUndefined();
});

it('keeps only the latest events, under stable numbers', () => {
  const log = new EventLog(place(0), 1000);
  for (const start of range(0, 100)) {
    log.append(
      range(start * 100, start * 100 + 100).map((number) => event(number + 1)),
      place(start * 100 + 100),
    );
    expect(log.end - log.first).toBeLessThanOrEqual(1000);
    expect(log.end).toBe(start * 100 + 100);
  }
  expect(log.find(place(9999))).toBe(9999);
  expect(log.find(place(log.first))).toBe(log.first);
  expect(log.find(place(log.first - 1))).toBeUndefined();
  expect(readAll(log, log.first)).toBe(
    range(log.first + 1, 10_001)
      .map((number) => `${number};`)
      .join(''),
  );
});

it('returns each audience its own events, in any order of requests', () => {
  const log = new EventLog(place(0), 100);
  log.append([event(1), event(2, 'token.created'), event(3)], place(3));
  const players = { types: new Set(['question.created'] as const), owner: 'me' };
  const others = { types: new Set(FEED_TYPES), owner: 'somebody else' };
  expect(readAll(log, 0)).toBe('1;2;3;');
  expect(readAll(log, 0, players as never)).toBe('1;3;');
  expect(log.read(0, others, 'others').bytes.toString()).toBe('1;3;');
  expect(log.read(1, everybody, 'everybody').bytes.toString()).toBe('2;3;');
});
