import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors.ts';
import { type CursorKeys, Cursors, MAX_CURSOR_LENGTH, QUESTION_SORTS, readOrder } from './page.ts';

const QUERY = JSON.stringify({ filter: { status: ['ready'] }, order: { by: 'created_at', descending: false } });
const keyList = fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: 1, maxLength: 3 });

/** The error with which a cursor is rejected, or undefined if it is accepted. */
function rejection(query: string, cursor: string, keyCount: number): AppError | undefined {
  try {
    new Cursors(query).decode(cursor, keyCount);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const expectRejected = (query: string, cursor: string, keyCount: number, detail: RegExp) => {
  const error = rejection(query, cursor, keyCount);
  expect(error).toMatchObject({ code: 'invalid_cursor', status: 400 });
  expect(error?.errors).toMatchObject([{ code: 'invalid_cursor', parameter: 'cursor' }]);
  expect(error?.detail).toMatch(detail);
};

describe('a cursor', () => {
  it('returns the keys it was made from', () => {
    fc.assert(
      fc.property(fc.string(), keyList, (query, keys) => {
        expect(new Cursors(query).decode(new Cursors(query).encode(keys), keys.length)).toEqual(keys);
      }),
    );
  });

  it('needs no escaping in a URL and fits its limit', () => {
    const cursor = new Cursors(QUERY).encode(['General Knowledge', '9223372036854775807']);
    expect(cursor).toMatch(/^[\w-]+$/u);
    expect(cursor.length).toBeLessThan(MAX_CURSOR_LENGTH / 4);
  });

  it.each([
    ['a key', ['7']],
    ['a text of another length', ['42']],
    ['a text of a third length', ['137']],
    ['two keys', ['Science', '137']],
  ] satisfies [string, CursorKeys][])('is rejected if any single character is changed: %s', (_name, keys) => {
    const cursor = new Cursors(QUERY).encode(keys);
    const others = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.~ é');
    const damaged = Array.from(cursor).flatMap((right, index) =>
      others
        .filter((other) => other !== right)
        .map((other) => cursor.slice(0, index) + other + cursor.slice(index + 1)),
    );
    expect(
      damaged.filter(
        (text) =>
          rejection(QUERY, text, keys.length)?.detail !==
          'The cursor is damaged. Use `next_cursor` of the previous page unchanged.',
      ),
    ).toEqual([]);
  });

  it('is rejected if it is truncated, extended or empty', () => {
    const cursor = new Cursors(QUERY).encode(['137']);
    for (let length = 0; length < cursor.length; length += 1) {
      expectRejected(QUERY, cursor.slice(0, length), 1, /damaged/u);
    }
    for (const damaged of [`${cursor}A`, `A${cursor}`, cursor + cursor]) expectRejected(QUERY, damaged, 1, /damaged/u);
  });

  it('is rejected for every other query', () => {
    const other = fc.string().filter((query) => query !== QUERY);
    fc.assert(
      fc.property(other, (query) => {
        expectRejected(query, new Cursors(QUERY).encode(['137']), 1, /other filters/u);
      }),
    );
  });

  it('is rejected if another number of keys is needed', () => {
    expectRejected(QUERY, new Cursors(QUERY).encode(['137']), 2, /other filters/u);
    expectRejected(QUERY, new Cursors(QUERY).encode(['Science', '137']), 1, /other filters/u);
  });
});

describe('readOrder', () => {
  it.each(QUESTION_SORTS)('reads %s, and with - its reverse', (by) => {
    expect(readOrder(by)).toEqual({ by, descending: false });
    expect(readOrder(`-${by}`)).toEqual({ by, descending: true });
  });
});
