import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countSentences } from './sentences.ts';
import {
  BEHIND_SPACE,
  BEHIND_STOP,
  BRACKET,
  COLON,
  CONTROL,
  EVERY_SIGN,
  MARKUP,
  QUOTATION_MARK,
  UNDERSCORE,
} from './signs.ts';
import { readWords } from './words.ts';

const plain = fc.string({ unit: fc.constantFrom(...Array.from('ab .!?:"_[&<\\\'(\n\t\u007f')), maxLength: 12 });

it.each([
  [CONTROL, /[\n\t\u007f]/u],
  [COLON, /:/u],
  [QUOTATION_MARK, /"/u],
  [UNDERSCORE, /_/u],
  [BRACKET, /\[/u],
  [MARKUP, /[&<\\]/u],
  [BEHIND_SPACE, /(?:^| )(?![ab])/u],
  [BEHIND_STOP, /[.!?][^ab]/u],
])('the words of a plain text tell whether it has sign %s', (bit, pattern) => {
  fc.assert(fc.property(plain, (text) => ((readWords(text).signs & bit) !== 0) === pattern.test(text)));
});

it('no text has three sentences without a sign behind the end of one', () => {
  const sentences = (text: string) => ((readWords(text).signs & BEHIND_STOP) === 0 ? countSentences(text) : 1);
  fc.assert(fc.property(plain, (text) => sentences(text) < 3));
});

it('a text beyond ASCII is taken to have every sign', () => {
  expect(readWords('é').signs).toBe(EVERY_SIGN);
});
