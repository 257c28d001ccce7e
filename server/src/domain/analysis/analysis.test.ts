import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountedBlock, cutRanges, EVERYWHERE, fingerprintText, isFinished, requestedFilter } from './analysis.ts';

const BITS = 12n;
const SIZE = 1 << 12;

describe('cutRanges', () => {
  it('returns one range if everything fits into it', () => {
    expect(
      cutRanges(
        [
          { block: 0, count: 50 },
          { block: 9, count: 50 },
        ],
        100,
        BITS,
      ),
    ).toEqual([EVERYWHERE]);
  });

  it('cuts between blocks before a range becomes too large', () => {
    const blocks = [0, 1, 2, 3].map((block) => ({ block, count: 60 }));
    expect(cutRanges(blocks, 130, BITS)).toEqual([
      { from: 0n, until: 2n * 4096n },
      { from: 2n * 4096n, until: EVERYWHERE.until },
    ]);
  });

  it('cuts a block larger than a range evenly', () => {
    expect(cutRanges([{ block: 1, count: 4000 }], 1000, BITS).map(({ until }) => until)).toEqual([
      5120n,
      6144n,
      7168n,
      EVERYWHERE.until,
    ]);
  });

  it('covers every position once for any counts, without exceeding the size of a range', () => {
    const counted = fc
      .uniqueArray(fc.record({ block: fc.nat(5000), count: fc.integer({ min: 1, max: SIZE }) }), {
        selector: ({ block }) => block,
        maxLength: 60,
      })
      .map((blocks): CountedBlock[] => blocks.toSorted((left, right) => left.block - right.block));
    fc.assert(
      fc.property(counted, fc.integer({ min: 1, max: 3 * SIZE }), (blocks, size) => {
        const ranges = cutRanges(blocks, size, BITS);
        expect(ranges[0]?.from).toBe(EVERYWHERE.from);
        expect(ranges.at(-1)?.until).toBe(EVERYWHERE.until);
        const wrong = ranges.filter(({ from, until }, index) => {
          const whole = blocks.filter(
            ({ block }) => BigInt(block) << BITS >= from && (BigInt(block) + 1n) << BITS <= until,
          );
          const held = whole.reduce((total, { count }) => total + count, 0);
          const follows = from === (index === 0 ? 0n : ranges[index - 1]?.until);
          return !follows || from >= until || held > Math.max(size, 0);
        });
        expect(wrong).toEqual([]);
      }),
    );
  });
});

describe('fingerprintText', () => {
  const request = {
    analysis_type: 'coverage',
    parameters: { a: 1, b: [1, 2] },
    question_ids: null,
    filter: { q: 'x', tag: 'y' },
  };

  it('is the same for requests that mean the same', () => {
    const same = { ...request, parameters: { b: [1, 2], a: 1 }, filter: { tag: 'y', q: 'x' } };
    expect(fingerprintText(same, 'v')).toBe(fingerprintText(request, 'v'));
    const ids = { ...request, filter: null, question_ids: ['b', 'a', 'b'] };
    expect(fingerprintText(ids, 'v')).toBe(fingerprintText({ ...ids, question_ids: ['a', 'b'] }, 'v'));
  });

  it.each([
    ['type', { ...request, analysis_type: 'item_flaws' }, 'v'],
    ['parameters', { ...request, parameters: { a: 1, b: [2, 1] } }, 'v'],
    ['filter', { ...request, filter: { q: 'x' } }, 'v'],
    ['ids', { ...request, filter: null, question_ids: ['a'] }, 'v'],
    ['engine version', request, 'w'],
  ])('differs with the %s', (_name, other, version) => {
    expect(fingerprintText(other, version)).not.toBe(fingerprintText(request, 'v'));
  });
});

describe('requestedFilter', () => {
  it('uses the ids if there are any, otherwise the filter', () => {
    expect(requestedFilter({ question_ids: ['a'], filter: null })).toEqual({ ids: ['a'] });
    expect(requestedFilter({ question_ids: null, filter: { q: 'x' } })).toEqual({ q: 'x' });
  });
});

describe('isFinished', () => {
  it.each([
    ['queued', false],
    ['running', false],
    ['succeeded', true],
    ['failed', true],
    ['canceled', true],
  ] as const)('%s: %s', (status, finished) => {
    expect(isFinished(status)).toBe(finished);
  });
});
