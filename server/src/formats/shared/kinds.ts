import type { Question } from '../../domain/questions/question.ts';

/**
 * A question with wrong answers is a choice, True with False is a separate type, and all others are answered in free
 * text.
 */
export type Kind = 'true_false' | 'choice' | 'words';

export function kindOf({ correct_answer, incorrect_answers }: Question): Kind {
  if (incorrect_answers.length === 0) return 'words';
  const [wrong] = incorrect_answers;
  const pair = `${correct_answer}/${wrong}`;
  return incorrect_answers.length === 1 && (pair === 'True/False' || pair === 'False/True') ? 'true_false' : 'choice';
}

/** A title for formats that need one: the beginning of the question, on one line. */
export function titleOf({ question_text }: Question): string {
  const line = question_text.replace(/\s+/gu, ' ');
  return Array.from(line.slice(0, 100)).slice(0, 60).join('');
}
