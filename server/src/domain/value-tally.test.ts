import { expect, it } from 'vitest';
import { ValueTally } from './value-tally.ts';

it('shows the most frequent values first, and the number without a value', () => {
  const tally = new ValueTally();
  for (const value of ['MIT', null, 'CC0', 'MIT', null, 'MIT']) tally.add(value);
  expect(tally.summary()).toEqual({
    values: [
      { value: 'MIT', count: 3 },
      { value: null, count: 2 },
      { value: 'CC0', count: 1 },
    ],
    others: 0,
  });
});

it('counts values beyond those shown, however many there are', () => {
  const tally = new ValueTally();
  for (let index = 0; index < 100_000; index += 1) tally.add(`value ${index}`);
  const { values, others } = tally.summary();
  expect([values.length, others]).toEqual([100, 99_900]);
});
