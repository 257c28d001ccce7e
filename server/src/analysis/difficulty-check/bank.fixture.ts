import demo from '../../../demo/questions.json' with { type: 'json' };
import { scatter } from '../../domain/text/hash.ts';
import type { TextRow } from '../analysis-type.ts';

/** Numbers from 0 to below 1, equal for equal seeds. */
function numbersFrom(seed: number): () => number {
  let state = scatter(seed);
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    return scatter(state) / 2 ** 32;
  };
}

/** A copy in another order. */
export function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  const next = numbersFrom(seed);
  return values
    .map((value) => ({ value, rank: next() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ value }) => value);
}

const idOf = (index: number) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;

export function row(index: number, given: Partial<TextRow> = {}): TextRow {
  return {
    id: idOf(index),
    version: 1,
    category: 'Science',
    difficulty: index % 3,
    topic_focus: null,
    language: 'en',
    question_text: `What is thing ${index}?`,
    correct_answer: 'A thing',
    accepted_answers: [],
    incorrect_answers: [],
    ...given,
  };
}

const SIGNS = ['colour of the', 'capital city of', 'quantum theorem about'];
const FILLERS = ['river', 'mountain', 'poet', 'planet', 'metal', 'battle', 'opera', 'flower'];

/** Questions whose words reveal their level. Those in `wrong` declare the level above it, or below the highest. */
export function revealingRows(count: number, wrong: ReadonlySet<number> = new Set()): TextRow[] {
  const next = numbersFrom(7);
  return Array.from({ length: count }, (_, index) => {
    const level = Math.floor(3 * next());
    const filler = FILLERS[Math.floor(next() * FILLERS.length)];
    return row(index, {
      difficulty: wrong.has(index) ? (level === 2 ? 1 : level + 1) : level,
      question_text: `What is the ${SIGNS[level]} ${filler} number ${index}?`,
    });
  });
}

/** Questions of the same length, whose words do not depend on the level. */
export function meaninglessRows(count: number, seed: number): TextRow[] {
  const next = numbersFrom(seed);
  return Array.from({ length: count }, (_, index) => {
    const words = Array.from({ length: 8 }, () => FILLERS[Math.floor(next() * FILLERS.length)]);
    return row(index, { difficulty: Math.floor(3 * next()), question_text: `${words.join(' ')} ${index}` });
  });
}

export const DEMO: readonly TextRow[] = (demo as Partial<TextRow>[]).map((question, index) =>
  row(index, {
    category: question.category ?? '',
    difficulty: question.difficulty ?? 0,
    topic_focus: question.topic_focus ?? null,
    language: question.language ?? 'en',
    question_text: question.question_text ?? '',
    correct_answer: question.correct_answer ?? '',
    accepted_answers: question.accepted_answers ?? [],
    incorrect_answers: question.incorrect_answers ?? [],
  }),
);
