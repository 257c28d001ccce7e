import { AFTER_SPACE, AFTER_STOP, BRACKET, COLON, CONTROL, MARKUP } from './delimiters.ts';
import type { CheckedRule } from './rule.ts';
import { countSentences } from './sentences.ts';
import { NOTHING, type Span, type Subject, wholeAnswer, wholeQuestion } from './subject.ts';

/** Rules about any text: its length, its letters, its spaces. */
export const TEXT_RULES: readonly CheckedRule[] = [
  {
    bit: 1,
    id: 'shouting',
    severity: 'warning',
    title: 'Written in capitals',
    fix_hint: 'Write in lower case, with capitals where the language needs them.',
    english: false,
    prepare: () => (subject) => (subject.shouting ? wholeQuestion(subject) : NOTHING),
  },
  {
    bit: 7,
    id: 'encoding_damage',
    severity: 'error',
    title: 'Damaged characters or markup',
    fix_hint: 'Insert the intended character, and remove tags and entities.',
    english: false,
    prepare: () => (subject) => (mayBeDamaged(subject) ? inBoth(subject, DAMAGE) : NOTHING),
  },
  {
    bit: 8,
    id: 'gratuitous_information',
    severity: 'info',
    title: 'More text than needed',
    fix_hint: 'Leave out what is not needed to find the answer.',
    english: false,
    hint: true,
    prepare:
      ({ max_question_words }) =>
      (subject) =>
        isLengthy(subject, max_question_words) ? wholeQuestion(subject) : NOTHING,
  },
  {
    bit: 20,
    id: 'empty_or_placeholder',
    severity: 'error',
    title: 'Empty or a placeholder',
    fix_hint: 'Write the question and its answer, or delete the question.',
    english: false,
    prepare: () => findPlaceholders,
  },
  {
    bit: 22,
    id: 'whitespace',
    severity: 'info',
    title: 'Stray spaces or invisible characters',
    fix_hint: 'Use one plain space between words, and none before punctuation.',
    english: false,
    prepare: () => findSpaces,
  },
];

/** UTF-8 read as Windows-1252, HTML tags and entities, escapes, and replacement characters. */
const DAMAGE =
  /\uFFFD|â€.?|[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|&(?:amp|lt|gt|quot|apos|nbsp|hellip|[mn]dash|[lr][sd]quo|#\d{1,6}|#x[\da-f]{1,6}|[a-z]{1,2}(?:acute|grave|circ|uml|tilde|cedil));|<\/?(?:b|i|u|p|a|br|hr|em|li|ol|ul|td|tr|h[1-6]|div|img|sub|sup|code|font|pre|span|strong|table)(?:\s[a-z-]{1,20}=[^<>]{0,200})?\s?\/?>|\\u[\da-f]{4}/giu;

/** The delimiters that any damage contains; most texts have none of them. */
function mayBeDamaged({ question_text, correct_answer, delimiters, answerDelimiters }: Subject): boolean {
  if (((delimiters | answerDelimiters) & MARKUP) === 0) return false;
  return /[&<\\\uFFFDâÃÂ]/u.test(question_text) || /[&<\\\uFFFDâÃÂ]/u.test(correct_answer);
}

const ENOUGH_SENTENCES = 3;

function isLengthy({ words, question_text, delimiters, wordProblem }: Subject, longest: number): boolean {
  if (wordProblem) return false;
  if (words.length > longest) return true;
  return (delimiters & AFTER_STOP) !== 0 && countSentences(question_text) >= ENOUGH_SENTENCES;
}

const PLACEHOLDERS = new Set([
  ...['tbd', 'todo', 'tba', 'n/a', 'xxx', 'xxxx', 'placeholder', 'asdf', 'test', 'test question', 'test answer'],
  ...[
    'question text',
    'question',
    'answer',
    'correct answer',
    'your answer here',
    'untitled',
    'null',
    'undefined',
    'fixme',
  ],
]);
const FILLER = /\blorem ipsum\b|\[(?:insert|todo|tbd|placeholder)\b[^[\]]{0,60}\]|^(?:todo|tbd|fixme):/giu;
/** A minus or another single symbol may be an answer. */
const NO_ANSWER = /^(?:\?+|[.…]+|-{2,}|_+)$/u;

function findPlaceholders(subject: Subject): readonly Span[] {
  const { question_text, correct_answer, words, answerWords } = subject;
  const spans: Span[] = [];
  if (words.length === 0 || (words.length < 4 && PLACEHOLDERS.has(bare(question_text))))
    spans.push(...wholeQuestion(subject));
  if (answerWords.length < 4 && (PLACEHOLDERS.has(bare(correct_answer)) || NO_ANSWER.test(correct_answer.trim()))) {
    spans.push(...wholeAnswer(subject));
  } else if (correct_answer.trim() === '') spans.push(...wholeAnswer(subject));
  if (mayContainFiller(subject)) spans.push(...inBoth(subject, FILLER));
  return spans.length === 0 ? NOTHING : spans;
}

/** Every filler contains one of these; a text beyond ASCII counts as having all delimiters. */
function mayContainFiller({ lower, correct_answer, delimiters, answerDelimiters }: Subject): boolean {
  if (((delimiters | answerDelimiters) & (BRACKET | COLON)) !== 0) return true;
  return lower.includes('ipsum') || correct_answer.toLowerCase().includes('ipsum');
}

function bare(text: string): string {
  return text
    .trim()
    .replace(/[.?!]$/u, '')
    .toLowerCase();
}

/**
 * Runs of spaces, tabs, control characters, invisible characters and soft hyphens; zero-width joiners belong to their
 * letters.
 */
// oxlint-disable-next-line no-control-regex
const STRAY = /[ \u00a0]{2,}|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff]+|^[ \n]+|(?<! )[ \n]$/gu;
/** In French a space before these marks is correct. */
const BEFORE_MARK = / (?=[?!,;:.](?:\s|$))/gu;

function findSpaces(subject: Subject): readonly Span[] {
  const { question_text, correct_answer, english, delimiters, answerDelimiters } = subject;
  if (((delimiters | answerDelimiters) & (CONTROL | AFTER_SPACE)) === 0) return NOTHING;
  const spans = isTidy(question_text) && isTidy(correct_answer) ? NOTHING : inBoth(subject, STRAY);
  if (!english || !/ [?!,;:.]/u.test(question_text)) return spans;
  return [...spans, ...inField('question_text', question_text, BEFORE_MARK)];
}

/** Whether none of the above can occur; matching the pattern takes ten times as long. */
function isTidy(text: string): boolean {
  let previous = 0x20;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code <= 0x20 || code >= 0x7f) {
      if (code === 0x20 ? previous === 0x20 : !isInnerLetter(code)) return false;
    }
    previous = code;
  }
  return previous !== 0x20;
}

function isInnerLetter(code: number): boolean {
  return code > 0xa0 && code !== 0xad && code !== 0x200b && code !== 0x2060 && code !== 0xfeff;
}

function inBoth({ question_text, correct_answer }: Subject, pattern: RegExp): readonly Span[] {
  const spans = inField('question_text', question_text, pattern);
  const inKey = inField('correct_answer', correct_answer, pattern);
  if (inKey.length === 0) return spans;
  return spans.length === 0 ? inKey : [...spans, ...inKey];
}

function inField(field: Span['field'], text: string, pattern: RegExp): readonly Span[] {
  if (text.search(pattern) < 0) return NOTHING; // `matchAll` would copy the pattern, even without a match
  let spans: Span[] | undefined;
  for (const match of text.matchAll(pattern)) {
    (spans ??= []).push({ field, start: match.index, end: match.index + match[0].length });
  }
  return spans ?? NOTHING;
}
