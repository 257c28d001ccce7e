import { hash } from 'node:crypto';
import type { Question } from '../../domain/questions/question.ts';

interface Shuffled {
  options: string[];
  /** The index of the right option. */
  answer: number;
}

/** The options in an order that only depends on seed, question and text, so that equal exports are equal benchmarks. */
export function shuffleOptions({ id, correct_answer, incorrect_answers }: Question, seed = ''): Shuffled | undefined {
  if (incorrect_answers.length === 0) return undefined;
  const texts = [...new Set([correct_answer, ...incorrect_answers])];
  const keyed = texts.map((text) => ({ text, key: hash('sha256', `${seed}\n${id}\n${text}`) }));
  const options = keyed.sort((one, two) => (one.key < two.key ? -1 : 1)).map(({ text }) => text);
  return { options, answer: options.indexOf(correct_answer) };
}

export const letterOf = (index: number) => String.fromCharCode(65 + index);
