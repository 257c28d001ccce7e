import { formulaKey } from '../text/text.ts';

/**
 * Plain letters and digits, the usual case, need no folding; an answer that consists of symbols only is compared
 * literally.
 */
export function answerKey(answer: string): string {
  return /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/u.test(answer) ? answer.toLowerCase() : formulaKey(answer) || answer;
}
