import { expect, it } from 'vitest';
import { languageName } from './language-name.ts';

it.each([
  ['pt-BR', 'en', 'Brazilian Portuguese (pt-BR)'],
  ['de', 'es', 'alemán (de)'],
  ['de-x-old', 'en', 'de-x-old'],
  ['xx', 'en', 'xx'],
])('names the language %s for readers of %s', (tag, reader, name) => {
  expect(languageName(tag, reader)).toBe(name);
});
