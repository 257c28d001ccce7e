import { classOf, FIRST_MARK, MARK } from './character-classes.ts';

/** Combining marks in a row that a text may have. No orthography has ten; more pile up into a black column. */
export const MAX_MARKS = 30;

const ANY_HIGH = /[\u0300-\uffff]/;

/** The two halfwidth signs are no marks, but compatibility decomposition makes marks of them. */
function isMark(point: number): boolean {
  return point >= FIRST_MARK && (classOf(point) === MARK || point === 0xff9e || point === 0xff9f);
}

/** Where the first mark beyond the limit of its run stands; -1 when there is none. By hand: /\p{M}{31}/u is itself quadratic. */
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

/** The text with the first marks of each run only. */
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
