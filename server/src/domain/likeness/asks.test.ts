import { expect, it } from 'vitest';
import { wordsOfKey } from '../text/split-words.ts';
import { textKey } from '../text/text.ts';
import { asksSomething } from './asks.ts';

it.each([
  ['What is the capital of Peru?', true],
  ['Golf originated in this country.', true],
  ['Name the capital of Peru', true],
  ['The capital of Peru is __', true],
  ['The Diary of a Madman', false],
  ['Pandas do not hibernate.', false],
  ['Which is true about pandas?', false],
  ['Who was one of the founders of Rome?', false],
  ['Nenne einen Fluss in Peru.', false],
  ['Who is the only one who founded Rome?', true],
])('%j asks for something: %s', (text, asks) => {
  expect(asksSomething(text, wordsOfKey(textKey(text)))).toBe(asks);
});
