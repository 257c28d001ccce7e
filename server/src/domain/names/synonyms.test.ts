import { describe, expect, it } from 'vitest';
import { nameMeantBy } from './synonyms.ts';

const FILTERS = ['category', 'difficulty', 'tag', 'q', 'ids', 'limit', 'offset', 'sort', 'created_after'];
const FIELDS = ['question_text', 'correct_answer', 'category', 'difficulty', 'incorrect_answers', 'tags'];

describe('nameMeantBy', () => {
  it.each([
    ['search', FILTERS, 'q'],
    ['page', FILTERS, 'offset'],
    ['per_page', FILTERS, 'limit'],
    ['Page-Size', FILTERS, 'limit'],
    ['order_by', FILTERS, 'sort'],
    ['keywords', FILTERS, 'q'],
    ['keywords', FIELDS, 'tags'],
    ['question', FIELDS, 'question_text'],
    ['answer', FIELDS, 'correct_answer'],
    ['options', FIELDS, 'incorrect_answers'],
    ['level', FIELDS, 'difficulty'],
    ['limit', ['count'], 'count'],
  ])('maps "%s" to the name that the operation uses', (word, known, name) => {
    expect(nameMeantBy(word, known)).toBe(name);
  });

  it.each(['surprise', 'constructor', '__proto__', ''])('ignores other words: "%s"', (word) => {
    expect(nameMeantBy(word, [...FILTERS, 'constructor'])).toBeUndefined();
  });
});
