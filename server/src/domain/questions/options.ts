import { hash } from 'node:crypto';

interface Answered {
  id: string;
  correct_answer: string;
  incorrect_answers: readonly string[];
}

/**
 * What a player may choose from; null of a question without wrong answers, which is answered in words. The order is that of
 * a digest of question and text: stable, and made without looking which one is right, so that it cannot tell.
 */
export function optionsOf({ id, correct_answer, incorrect_answers }: Answered): string[] | null {
  if (incorrect_answers.length === 0) return null;
  const texts = [...new Set([correct_answer, ...incorrect_answers])];
  const keyed = texts.map((text) => ({ text, key: hash('sha256', `${id}\n${text}`) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ text }) => text);
}
