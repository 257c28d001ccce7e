import { expect, it } from 'vitest';
import { nameIn } from './download.ts';

it.each([
  ['attachment; filename="kahoot-science-5.xlsx"', 'kahoot-science-5.xlsx'],
  [`attachment; filename="questions-5.csv"; filename*=UTF-8''questions-%E6%B2%B3-5.csv`, 'questions-河-5.csv'],
  ['attachment', undefined],
])('finds the name in %s', (disposition, name) => {
  expect(nameIn(disposition)).toBe(name);
});
