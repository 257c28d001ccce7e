/** Commas in a calendar date, in a number with grouped digits, and before additions that are not a second answer. */
const NO_LIST_COMMA = /,(?=\d{3}(?!\d))|,(?= ?\d{4}(?!\d))|,(?= (?:[JS]r|Inc|Ltd|D\.? ?C|Ph\.? ?D|M\.? ?D)(?![a-z]))/gu;

/** Words of one or two letters stay together: AC/DC, km/h, 9/11. */
const SLASHED = /\p{L}{3} ?\/ ?\p{L}{3}| \/ /u;
const SEMICOLON = /(?<!&#?\w{1,8});/u;
const CONJUNCTION = /\S (?:and|or|&) \S/iu;

/** Whether the answer lists several things, so that it can be written in several ways and orders. */
export function listsSeveral(answer: string): boolean {
  if (answer.includes(',') && /,./u.test(answer.replace(NO_LIST_COMMA, ''))) return true;
  if (answer.includes(';') && SEMICOLON.test(answer)) return true;
  if (answer.includes('/') && SLASHED.test(answer)) return true;
  return CONJUNCTION.test(answer);
}
