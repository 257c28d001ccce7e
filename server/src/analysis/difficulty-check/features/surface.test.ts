import { expect, it } from 'vitest';
import type { TextRow } from '../../analysis-type.ts';
import { row } from '../bank.fixture.ts';
import { measureSurface, SURFACE, SURFACE_WIDTH, type Surface } from './surface.ts';

function measure(given: Partial<TextRow>): Record<Surface, number> {
  const table = measureSurface([row(0), row(1, given)]);
  const entries = Object.entries(SURFACE).map(([name, column]) => [name, table[SURFACE_WIDTH + column]]);
  return Object.fromEntries(entries) as Record<Surface, number>;
}

it('measures a question', () => {
  expect(
    measure({
      question_text: 'In 1815, which "Iron Duke" did NOT lose?',
      correct_answer: 'Wellington',
      accepted_answers: ['Arthur Wellesley'],
      incorrect_answers: ['Ney', 'Blücher', 'Napoleon'],
    }),
  ).toEqual({
    characters: 40,
    letters: 25,
    longest_word: 5,
    digits: 4,
    capitals: 4,
    marks: 1,
    quotations: 2,
    negations: 1,
    question_word: 1,
    answer_characters: 10,
    answer_type: 3,
    wrong_answers: 3,
    accepted_answers: 1,
  });
});

it('accepts an empty question and one longer than 16 bits can count', () => {
  expect(measure({ question_text: '', correct_answer: '' })).toMatchObject({ characters: 0, question_word: 9 });
  expect(measure({ question_text: 'x'.repeat(70_000) })).toMatchObject({ characters: 65_535, longest_word: 65_535 });
});

it('handles other scripts', () => {
  expect(measure({ question_text: 'Кто написал «Войну и мир» в ١٨٦٩?' })).toMatchObject({
    letters: 20,
    capitals: 2,
    digits: 4,
    quotations: 2,
  });
});
