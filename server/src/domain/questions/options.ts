import { hash } from 'node:crypto';

interface Answered {
  id: string;
  correct_answer: string;
  incorrect_answers: readonly string[];
}

/**
 * The options of a player; null for a question without wrong answers, which is answered in free text. The order is that
 * of a digest of question and text: it is stable and does not depend on which option is right, so it reveals nothing.
 */
export function optionsOf({ id, correct_answer, incorrect_answers }: Answered): string[] | null {
  if (incorrect_answers.length === 0) return null;
  const texts = [...new Set([correct_answer, ...incorrect_answers])];
  const keyed = texts.map((text) => ({ text, key: hash('sha256', `${id}\n${text}`) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ text }) => text);
}
