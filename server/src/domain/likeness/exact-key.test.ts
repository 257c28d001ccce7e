import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../test/cpu-ms.ts';
import { textKey } from '../text/text.ts';
import { exactKey } from './exact-key.ts';

const keyOf = (text: string) => exactKey(text, textKey(text));

describe('the key of a text', () => {
  it.each([
    ['What is 2+2?', 'what is 2 + 2'],
    ['the war of 1914-1918', 'The War of 1914–1918!'],
    ['Where is Curaçao?', 'where is CURACAO'],
    ['"Who" -- said that?', 'Who said that'],
    ['Who wrote: Faust', 'Who wrote   Faust?'],
    ['a well-known author', 'a well known author'],
    ['AC/DC', 'ac dc'],
    ['an F-16 jet', 'an F 16 jet'],
    ['Which one + only', 'Which one only'],
    ['?', '!'],
  ])('is the same for %j and %j', (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });

  it.each([
    ['What is 2+2?', 'What is 2-2?'],
    ['What is 2+2?', 'What is 2 2?'],
    ['What is 8 / 2?', 'What is 8 × 2?'],
    ['Is 3 < 5?', 'Is 3 > 5?'],
    ['What is -5 squared?', 'What is 5 squared?'],
    ['What is (1+2)*3?', 'What is (1+2)-3?'],
    ['Solve 4x+4=12', 'Solve 4x-4=12'],
    ['Plot y = x^2', 'Plot y = x+2'],
    ['He lived in 1945', 'He lived in 1946'],
    ['It is a fish', 'It is not a fish'],
  ])('differs for %j and %j', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  it('takes linear time for a long text of symbols', () => {
    const start = cpuMs();
    keyOf(`${'1 '.repeat(2000)}${'- '.repeat(50_000)}${' '.repeat(50_000)}+(`);
    expect(cpuMs() - start).toBeLessThan(500);
  });
});
