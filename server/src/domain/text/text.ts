import { LETTER, MARK, splitByClass } from './character-classes.ts';
import { cutMarkRuns } from './marks.ts';

/** The only normalisation of incoming text: line ends as LF, NFC, and trimmed like ECMAScript. */
export function normaliseText(text: string): string {
  return normalForm(unifyLineEnds(text), 'NFC').trim();
}

/** Windows ends a line with CR LF and old Macs with CR: both become LF. */
export function unifyLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}

/** Four times the maximum length of a question. Folding takes 0.2 µs per character; some characters expand to 18. */
const MAX_UNFOLDED = 16_000;

/**
 * The only caller of String.normalize. ICU sorts a run of marks by insertion: 64 KB of alternating ones took 0.7 s.
 * Texts with such runs are rejected, but a bank may contain older ones. A text that NFKD makes longer than any question
 * of words keeps its compatibility forms: 4,000 of U+FDFA blocked the event loop for 30 ms.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKD'): string {
  const cut = cutMarkRuns(text);
  const normal = cut.normalize(form);
  return form === 'NFKD' && normal.length > MAX_UNFOLDED ? cut.normalize('NFD') : normal;
}

// Control characters (Unicode Cc) other than TAB and LF, and lone surrogates.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Surrogate}/u;

export interface ForbiddenCharacter {
  /** The code point in Unicode notation, such as U+0007. */
  name: string;
  /** Both are counted from 1, the column in code points. */
  line: number;
  column: number;
}

/** The first forbidden character of a text whose line ends are already unified. */
export function findForbiddenCharacter(text: string): ForbiddenCharacter | undefined {
  const found = FORBIDDEN.exec(text);
  if (found === null) return undefined;
  const before = text.slice(0, found.index);
  const lineStart = before.lastIndexOf('\n') + 1;
  return {
    name: `U+${text.charCodeAt(found.index).toString(16).toUpperCase().padStart(4, '0')}`,
    line: before.split('\n').length,
    column: countCodePoints(before.slice(lineStart)) + 1,
  };
}

export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800) count -= 1; // the first half of a pair
  }
  return count;
}

/**
 * The key under which two texts count as equal: compatibility forms folded, lower case, marks stripped, everything
 * except letters and digits replaced by single spaces. Digits and negations stay, nothing is stemmed.
 */
export function textKey(text: string): string {
  // Most texts are plain and need no folding, which takes a sixth of the time.
  if (isPlain(text)) return text.toLowerCase().replace(BETWEEN_WORDS, ' ').trim();
  return splitByClass(foldLetters(text), (found) => found === LETTER).join(' ');
}

/** Everything except a single space, the usual case: leaving those unchanged, a key takes 0.7 instead of 1.5 µs. */
const BETWEEN_WORDS = /[^a-z0-9 ][^a-z0-9]*| [^a-z0-9]+/g;

// oxlint-disable-next-line no-control-regex
const BEYOND_ASCII = /[^\u0000-\u007f]/;
const isPlain = (text: string) => !BEYOND_ASCII.test(text);

/** Like `textKey`, but mathematical symbols stay: "2+2" must not equal "2-2". */
export function formulaKey(text: string): string {
  const symbols = normalForm(text, 'NFD')
    .replace(/[−–]/gu, '-')
    .replace(/!=/gu, '¬=')
    .replace(/(.)\u0338/gu, '¬$1'); // ≠ is = with a stroke, which is not an accent
  return withoutMarks(symbols)
    .replace(/[^\p{L}\p{N}\p{Sm}\-*/^.,%!()]+/gu, ' ')
    .replace(/ ?([\p{Sm}\-*/^]) ?/gu, '$1')
    .trim()
    .replace(/^\(([^()]*)\)$/u, '$1'); // brackets around everything carry no meaning
}

function foldLetters(text: string): string {
  return isPlain(text) ? text.toLowerCase() : withoutMarks(normalForm(text, 'NFKD'));
}

/** For a decomposed text in lower case. */
function withoutMarks(decomposed: string): string {
  if (isPlain(decomposed)) return decomposed.toLowerCase();
  return splitByClass(decomposed, (found) => found !== MARK)
    .join('')
    .toLowerCase();
}
