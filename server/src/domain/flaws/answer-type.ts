import { listsSeveral } from './answer-list.ts';
import { readWords } from './words.ts';

/** The kinds of answers. */
export const ANSWER_TYPES = ['number', 'year', 'boolean', 'entity', 'phrase', 'list', 'formula'] as const;
export type AnswerType = (typeof ANSWER_TYPES)[number];

/** The type as its index in the list. The words are counted unless the caller passes their number. */
export function answerType(answer: string, wordCount?: number): number {
  return ANSWER_TYPES.indexOf(nameType(answer.trim(), wordCount));
}

/**
 * A stored number is an index into this list, so values are only ever added. True and yes have their own number:
 * answers are not indexed, so computing the balance of answers from them would make a shard read every question (a
 * third more processor time, 32,768 questions in memory).
 */
const STORED_TYPES = [...ANSWER_TYPES, 'affirmative'] as const;
export const AFFIRMATIVE = STORED_TYPES.indexOf('affirmative');

export function storedAnswerType(answer: string, wordCount?: number): number {
  return /^(?:true|yes)[.!]?$/iu.test(answer.trim()) ? AFFIRMATIVE : answerType(answer, wordCount);
}

export function nameAnswerType(stored: number): AnswerType {
  const name = STORED_TYPES[stored] ?? 'phrase';
  return name === 'affirmative' ? 'boolean' : name;
}

const YEAR = /^(?:(?:AD |c\. ?)?(?:1\d{3}|20\d{2}|2100)(?: ?(?:AD|CE))?|\d{1,4} ?(?:BC|BCE|AD|CE))$/u;
/** A number with a sign, a currency and a unit of at most two words; no two parts can match the same characters. */
const UNIT = String.raw`(?:\p{Ll}[\p{L}/]*|[BMT]r?illion|\p{Lu}{1,3}|%|°\p{L}?)[²³]?`;
const NUMBER = new RegExp(String.raw`^[-+−~]?[$€£¥]? ?\d[\d.,/]*(?:st|nd|rd|th)?(?: ?${UNIT}(?: ${UNIT})?)?$`, 'u');
const NUMBER_WORD = new RegExp(
  `^(?:a )?(?:${[
    ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
    ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'dozen'],
    ...[
      '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?',
    ],
  ].join('|')})?(?:(?:^| )(?:hundred|thousand|million|billion))?$`,
  'iu',
);
const BOOLEAN = /^(?:true|false|yes|no)[.!]?$/iu;
/** A minus or a slash needs a variable next to it: 9/11, 50-50 and Catch-22 are not formulae. */
const OPERATION =
  /[=^√∑∫π×÷±≤≥≠∞²³]|(?:\d|\)|(?<!\p{L})[a-z]) ?[+*] ?[\d(a-z]|(?<!\p{L})[a-z] ?[-/] ?\d|\d ?[-/] ?[a-z](?!\p{L})/u;
/** Two or more elements: H2O and NaCl2, but neither U2 nor the capital letters of a name. */
const COMPOUND = /^(?=.*\d)(?:[A-Z][a-z]?\d{0,3}){2,8}$/u;
const MAX_ENTITY_WORDS = 4;
const MAX_LIST_WORDS = 8;

function nameType(answer: string, wordCount?: number): AnswerType {
  if (BOOLEAN.test(answer)) return 'boolean';
  if (YEAR.test(answer)) return 'year';
  if (answer !== '' && (NUMBER.test(answer) || NUMBER_WORD.test(answer))) return 'number';
  const words = wordCount ?? readWords(answer).words.length;
  if (isFormula(answer, words)) return 'formula';
  if (words <= MAX_LIST_WORDS && listsSeveral(answer)) return 'list';
  return words <= MAX_ENTITY_WORDS || isTitle(answer) ? 'entity' : 'phrase';
}

function isFormula(answer: string, words: number): boolean {
  if (words > 8 || answer.length > 80) return false;
  return OPERATION.test(answer) || COMPOUND.test(answer) || /^[a-z]$/u.test(answer);
}

/** A name in capitals, however long: "The Hitchhiker's Guide to the Galaxy". */
export function isTitle(answer: string): boolean {
  return answer.split(' ').every((word) => word.length <= 3 || /^[^\p{L}]*\p{Lu}/u.test(word));
}
