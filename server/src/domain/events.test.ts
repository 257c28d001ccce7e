import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareEvents, type EventCursor, eventId, readEventId } from './events.ts';

const place = fc.record({
  epoch: fc.nat({ max: 2 ** 31 - 1 }),
  history: fc.nat({ max: 2 ** 32 - 1 }).map((number) => number.toString(16)),
  transaction_id: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  sequence: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String),
});

describe('the id of an event', () => {
  it('survives a round trip in both directions', () => {
    fc.assert(
      fc.property(place, (given) => {
        expect(readEventId(eventId(given))).toEqual(given);
      }),
    );
    const text = fc.stringMatching(/^\d{1,11}-[\da-f]{0,9}-\d{1,21}-\d{1,20}$/u);
    fc.assert(
      fc.property(text, (given) => {
        const read = readEventId(given);
        if (read !== undefined) expect(eventId(read)).toBe(given);
      }),
    );
  });
});

describe('the order of events', () => {
  it('compares epoch, transaction and sequence as numbers', () => {
    const key = ({ epoch, transaction_id, sequence }: EventCursor) => [
      BigInt(epoch),
      BigInt(transaction_id),
      BigInt(sequence),
    ];
    const near = fc.record({
      epoch: fc.nat({ max: 1 }),
      history: fc.constant('a'),
      transaction_id: fc.bigInt({ min: 0n, max: 1001n }).map(String),
      sequence: fc.bigInt({ min: 0n, max: 101n }).map(String),
    });
    fc.assert(
      fc.property(near, near, (first, second) => {
        const [left, right] = [key(first), key(second)];
        const differing = left.findIndex((value, index) => value !== right[index]);
        const expected = differing === -1 ? 0 : (left[differing] ?? 0n) < (right[differing] ?? 0n) ? -1 : 1;
        expect(Math.sign(compareEvents(first, second))).toBe(expected);
      }),
    );
  });
});
