import { classOf, FIRST_MARK, MARK } from './character-classes.ts';

/**
 * The maximum number of consecutive combining marks in a text. No orthography uses ten; more pile up into a black
 * column.
 */
export const MAX_MARKS = 30;

const ANY_HIGH = /[\u0300-\uffff]/;

/** The two halfwidth marks are letters, but compatibility decomposition turns them into marks. */
function isMark(point: number): boolean {
  return point >= FIRST_MARK && (classOf(point) === MARK || point === 0xff9e || point === 0xff9f);
}

/**
 * The position of the first mark beyond the limit of its run; -1 if there is none. It uses no regular expression, since
 * /\p{M}{31}/u is itself quadratic.
 */
export function findMarkRun(text: string): number {
  if (!ANY_HIGH.test(text)) return -1;
  let run = 0;
  for (let index = 0; index < text.length; index += 1) {
    const point = text.codePointAt(index) ?? 0;
    run = isMark(point) ? run + 1 : 0;
    if (run > MAX_MARKS) return index;
    if (point > 0xffff) index += 1;
  }
  return -1;
}

/** The text with each run cut to the limit. */
export function cutMarkRuns(text: string): string {
  const first = findMarkRun(text);
  if (first < 0) return text;
  const kept = [text.slice(0, first)];
  let run = MAX_MARKS;
  for (const character of text.slice(first)) {
    run = isMark(character.codePointAt(0) ?? 0) ? run + 1 : 0;
    if (run <= MAX_MARKS) kept.push(character);
  }
  return kept.join('');
}
