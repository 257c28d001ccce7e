import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../../test/cpu-ms.ts';
import { countSyllables } from './syllables.ts';

describe('countSyllables', () => {
  it('reads no more letters than a word can have, however long the run', () => {
    const started = cpuMs();
    // All letters of 2,000 runs of 4,000 would take minutes.
    for (let index = 0; index < 2000; index += 1) countSyllables(`${index}${'q'.repeat(4000)}`);
    expect(cpuMs() - started).toBeLessThan(10_000);
  });

  it.each([
    ['cat', 1],
    ['largest', 2],
    ['america', 4],
    ['cafe', 2],
  ])('counts those of %s', (word, syllables) => {
    expect(countSyllables(word)).toBe(syllables);
  });

  it.each(['1969', '2', 'москва'])('counts one in %s, where the library finds none', (word) => {
    expect(countSyllables(word)).toBe(1);
  });

  it('accepts a word of any length', () => {
    expect(countSyllables('ba'.repeat(50))).toBe(50);
  });
});
