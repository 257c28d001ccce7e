import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  AFTER_SPACE,
  AFTER_STOP,
  BRACKET,
  COLON,
  CONTROL,
  EVERY_DELIMITER,
  MARKUP,
  QUOTATION_MARK,
  UNDERSCORE,
} from './delimiters.ts';
import { countSentences } from './sentences.ts';
import { readWords } from './words.ts';

const plain = fc.string({ unit: fc.constantFrom(...Array.from('ab .!?:"_[&<\\\'(\n\t\u007f')), maxLength: 12 });

it.each([
  [CONTROL, /[\n\t\u007f]/u],
  [COLON, /:/u],
  [QUOTATION_MARK, /"/u],
  [UNDERSCORE, /_/u],
  [BRACKET, /\[/u],
  [MARKUP, /[&<\\]/u],
  [AFTER_SPACE, /(?:^| )(?![ab])/u],
  [AFTER_STOP, /[.!?][^ab]/u],
])('detects delimiter %s while reading the words of a plain text', (bit, pattern) => {
  fc.assert(fc.property(plain, (text) => ((readWords(text).delimiters & bit) !== 0) === pattern.test(text)));
});

it('finds a delimiter after at least one of three sentences', () => {
  const sentences = (text: string) => ((readWords(text).delimiters & AFTER_STOP) === 0 ? countSentences(text) : 1);
  fc.assert(fc.property(plain, (text) => sentences(text) < 3));
});

it('counts a text beyond ASCII as having every delimiter', () => {
  expect(readWords('é').delimiters).toBe(EVERY_DELIMITER);
});
