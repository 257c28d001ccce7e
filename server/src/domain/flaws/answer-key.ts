import { formulaKey } from '../text/text.ts';

/** Plain letters and digits, as nearly all are, need no folding; an answer made of signs alone is compared as it stands. */
export function answerKey(answer: string): string {
  return /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/u.test(answer) ? answer.toLowerCase() : formulaKey(answer) || answer;
}
