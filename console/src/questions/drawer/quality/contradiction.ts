import { contentWords, wordsOf } from './similar.ts';

interface Answered {
  text: string;
  answer: string;
  /** Other right answers. */
  accepted: readonly string[];
}

/**
 * Whether two questions ask the same and have different answers, so that one of them must be wrong. A single differing
 * name, number or symbol asks for something else: every word must be the same, except for those without content.
 */
export function contradict(one: Answered, other: Answered): boolean {
  if (isOpen(one.text) || isOpen(other.text)) return false;
  return stemOf(one.text) === stemOf(other.text) && haveDifferentAnswers(one, other);
}

/** Several answers are right: "Which of these ...", "Name a river". Also in German. */
const OPEN_WORDS: ReadonlySet<string> = new Set(
  'these those following true false correct incorrect wrong statement example dieser folgenden folgende wahr falsch richtig beispiel'.split(
    ' ',
  ),
);
const OPEN_PAIR = /\bone of\b|\b(?:name|give|nenne) (?:a|an|one|any|ein|eine|einen)\b/iu;

function isOpen(text: string): boolean {
  return OPEN_PAIR.test(text) || wordsOf(text).some((word) => OPEN_WORDS.has(word));
}

/** A word without content that begins with a capital within a sentence is a name or a symbol: He, As, A. */
const CAPITAL = /(?<=[\p{L}\p{N},;:("'„“”‚‘’] ?)\p{Lu}\p{L}?(?!\p{L})/gu;
const SYMBOL = /[\p{S}%#·*/−–-]/gu;

/** The words with content, names and symbols of a text, in one order. */
function stemOf(text: string): string {
  const found = [...contentWords(text), ...(text.match(CAPITAL) ?? []), ...(text.match(SYMBOL) ?? [])];
  return found.toSorted().join(' ');
}

/** Answers with a common word may be one answer ("Ivana Trump", "Ivana Zelníčková"), numbers of other units as well. */
function haveDifferentAnswers(one: Answered, other: Answered): boolean {
  const isAccepted = one.accepted.some((accepted) => isSame(accepted, other.answer));
  if (isAccepted || other.accepted.some((accepted) => isSame(accepted, one.answer))) return false;
  const [mine, theirs] = [wordsOf(one.answer), wordsOf(other.answer)];
  if (mine.length === 0 || theirs.length === 0 || isSame(one.answer, other.answer)) return false;
  if (hasNumber(one.answer) && hasNumber(other.answer)) return unitOf(mine) === unitOf(theirs);
  return !mine.some((word) => theirs.includes(word));
}

const isSame = (one: string, other: string) => wordsOf(one).join(' ') === wordsOf(other).join(' ');
const hasNumber = (answer: string) => /\p{N}/u.test(answer);
const unitOf = (words: readonly string[]) => words.filter((word) => !hasNumber(word)).join(' ');
