import { shuffled } from '../kinds/shuffled.ts';

interface Answered {
  id: string;
  correct_answer: string;
  incorrect_answers: readonly string[];
}

/** The options of a plain question, in the order in which players see them; null without wrong answers. */
export function optionsOf({ id, correct_answer, incorrect_answers }: Answered): string[] | null {
  return incorrect_answers.length === 0 ? null : shuffled(id, [correct_answer, ...incorrect_answers]);
}
