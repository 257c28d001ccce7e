import { isTrueOrFalse } from './key-rules.ts';
import type { CheckedRule } from './rule.ts';
import { hasAny, wordSet } from './shapes.ts';
import { inQuestion, NOTHING, type Span, type Subject, wholeQuestion } from './subject.ts';
import { startsWithVowelSound } from './vowel-sound.ts';
import { IMPERATIVES, INTERROGATIVES } from './word-lists.ts';
import type { Word } from './words.ts';

/** Rules about the wording: what the question asks for, and whether it can be answered as it is. */
export const STEM_RULES: readonly CheckedRule[] = [
  {
    bit: 3,
    id: 'more_than_one_correct',
    severity: 'warning',
    title: 'More than one right answer',
    fix_hint: 'Ask for the one thing that fits, or list the other right answers as accepted answers.',
    english: true,
    prepare: () => findOpenRequest,
  },
  {
    bit: 4,
    id: 'grammatical_cue',
    severity: 'warning',
    title: 'Grammar gives a hint',
    fix_hint: 'Write "a(n)" before the blank, or move the article into the answers.',
    english: true,
    prepare: () => (subject) => (isChoiceOfWord(subject) ? findArticleBeforeBlank(subject) : NOTHING),
  },
  {
    bit: 5,
    id: 'option_dependent',
    severity: 'error',
    title: 'Needs options that are missing',
    fix_hint: 'Add the wrong answers to choose from, or rephrase the question so that it needs no options.',
    english: true,
    prepare: () => (subject) => (subject.hasOptions ? NOTHING : findOptionsMeant(subject)),
  },
  {
    bit: 11,
    id: 'unfocused_stem',
    severity: 'warning',
    title: 'Does not ask a question',
    fix_hint: 'End with a question, or begin with an instruction ("Name …", "Calculate …").',
    english: true,
    prepare: () => (subject) => (asksSomething(subject) ? NOTHING : wholeQuestion(subject)),
  },
  {
    bit: 12,
    id: 'fill_in_blank',
    severity: 'info',
    title: 'Fill in the blank',
    fix_hint: 'Ask a direct question instead of leaving a blank.',
    english: false,
    hint: true,
    prepare: () => (subject) => (isCompletion(subject) ? NOTHING : subject.blanks),
  },
  {
    bit: 13,
    id: 'multiple_blanks',
    severity: 'warning',
    title: 'More than one blank',
    fix_hint: 'Leave at most one blank, or write a question for each.',
    english: false,
    prepare: () => findSeveralBlanks,
  },
  {
    bit: 17,
    id: 'ambiguous_wording',
    severity: 'warning',
    title: 'Refers to something unnamed',
    fix_hint: 'Name the person or thing before a pronoun or "the following" refers to it.',
    english: true,
    hint: true,
    prepare: () => findDangling,
  },
];

/** One word of each of the patterns below: most questions have none, and skip the search. */
const OPTION_WORDS = wordSet(['these', 'those', 'following', 'above', 'below', 'options', 'choices', 'answers', 'odd']);
const REQUEST_WORDS = wordSet([
  'one',
  'example',
  'co',
  'cofounder',
  'name',
  'give',
  'list',
  'mention',
  'cite',
  'state',
  'provide',
]);

const OPTIONS_MEANT =
  /\b(?:which|what|who|whom|whose|one|all|none|any|each|either|neither|both|only|two|three|some|many) of (?:these|those)\b|\bof (?:the following|the above|the below|the options)\b|\bof these (?:two|three|four|five|six)\b|\bodd one out\b|\b(?:listed|given|shown) (?:below|above)\b|\b(?:these|following|answer) (?:options|choices|answers)\b|\b(?:among|amongst) (?:these|the following)\b|\bfrom the following list\b/giu;

const OPEN_REQUEST =
  /\b(?:name|give|list|mention|cite|state|provide) (?:an?|any|one|some)\b|\b(?:what|who|which) (?:is|was|are|were) (?:one of|an example of)\b|\bwho (?:is|was) a co-?(?:founder|creator|author|host|star)\b/giu;

function findOptionsMeant(subject: Subject): readonly Span[] {
  return hasAny(subject.words, OPTION_WORDS) ? matches(subject, OPTIONS_MEANT) : NOTHING;
}

function matches({ question_text }: Subject, pattern: RegExp): Span[] {
  if (question_text.search(pattern) < 0) return [];
  return [...question_text.matchAll(pattern)].map((match) => inQuestion(match.index, match.index + match[0].length));
}

/** Options leave one right answer, and accepted answers list the others. */
function findOpenRequest(subject: Subject): readonly Span[] {
  if (subject.hasOptions || subject.accepted_answers.length > 0) return NOTHING;
  if (!hasAny(subject.words, REQUEST_WORDS)) return NOTHING;
  return matches(subject, OPEN_REQUEST).filter((span) => follows(subject.question_text, span.start, '.?!:'));
}

const ARTICLE = /(?<![\p{L}\p{N}/])an?(?=\s{1,3}$)/iu;
/** The length of the article, the spaces after it and the character before it. */
const ARTICLE_REACH = 6;

/** The article reveals how the answer begins, unless every option begins that way. */
function findArticleBeforeBlank(subject: Subject): readonly Span[] {
  const { blanks, question_text } = subject;
  const shared = sharedArticle(subject);
  return blanks.flatMap((blank) => {
    const from = Math.max(0, blank.start - ARTICLE_REACH);
    const article = ARTICLE.exec(question_text.slice(from, blank.start));
    if (article === null || article[0].toLowerCase() === shared) return [];
    return [inQuestion(from + article.index, from + article.index + article[0].length)];
  });
}

/** The article that fits every option; undefined if they differ, or if there are no options. */
function sharedArticle({ correct_answer, incorrect_answers }: Subject): 'a' | 'an' | undefined {
  if (incorrect_answers.length === 0) return undefined;
  const vowel = startsWithVowelSound(correct_answer);
  if (incorrect_answers.some((option) => startsWithVowelSound(option) !== vowel)) return undefined;
  return vowel ? 'an' : 'a';
}

const AFTER = '.,:;!-–—…)';
const END_MARK = /[.:;!)"”’']$/u;
/** A longer statement may be a clue, which says what it asks for. */
const MAX_HEADING_WORDS = 4;

/**
 * Matches a heading, or a text that breaks off. Whole sentences are clues ("He was …"), and a colon is completed by the
 * answer.
 */
function asksSomething(subject: Subject): boolean {
  const { question_text, words, blanks } = subject;
  if (blanks.length > 0 || question_text.includes('?') || isTrueOrFalse(subject)) return true;
  const heading = words.length <= MAX_HEADING_WORDS;
  if ((!heading && END_MARK.test(question_text)) || question_text.endsWith(':')) return true;
  return words.some(
    ({ key, start }) =>
      INTERROGATIVES.has(key) ||
      DEMONSTRATIVES.has(key) ||
      (!heading && PRONOUNS.has(key)) ||
      (IMPERATIVES.has(key) && follows(question_text, start, AFTER)),
  );
}

export const COMPLETE = /\b(?:complete|finish|fill|missing|continue|next|lyrics?|proverb|saying)/iu;

/** Players who complete a proverb know the article anyway. */
function isChoiceOfWord({ hasOptions, blanks, question_text }: Subject): boolean {
  return hasOptions && blanks.length > 0 && !COMPLETE.test(question_text);
}

/** A blank that is the task itself: a line of a song to complete, or a stem that options complete. */
function isCompletion({ blanks, question_text, hasOptions }: Subject): boolean {
  return blanks.length > 0 && (hasOptions || COMPLETE.test(question_text));
}

/**
 * Several blanks for different words. The same word may be missing twice, dots at the end are an ellipsis, and a blank
 * before a colon is a speaker.
 */
function findSeveralBlanks({ blanks, question_text, correct_answer }: Subject): readonly Span[] {
  const gaps = blanks.filter(
    ({ start, end }) => question_text.charAt(start) === '_' && question_text.charAt(end) !== ':',
  );
  return gaps.length > 1 && NAMES_SEVERAL.test(correct_answer) ? gaps : NOTHING;
}

const NAMES_SEVERAL = /[,;/&]| - |\S (?:and|or) \S/u;

/** Whether only spaces and quotes are between it and the beginning or one of the marks. */
function follows(text: string, start: number, marks: string): boolean {
  let index = start - 1;
  while (index >= 0 && ' "\'“(\n'.includes(text.charAt(index))) index -= 1;
  return index < 0 || marks.includes(text.charAt(index));
}

const PRONOUNS = new Set(['it', 'he', 'she', 'they', 'him', 'them', 'his', 'her', 'its', 'their']);
const DEMONSTRATIVES = new Set(['this', 'that', 'these', 'those']);
const VERBS = new Set(['is', 'are', 'was', 'were', 'has', 'have', 'had', 'can', 'did', 'does', 'do', 'one', 'ones']);

/** A pronoun at the beginning, a bare "this" or "these" there, or "the following" with nothing after it. */
function findDangling(subject: Subject): readonly Span[] {
  const { words, question_text, hasOptions } = subject;
  const [first, second] = words;
  if (first === undefined || subject.wordProblem || question_text.endsWith('?')) return NOTHING;
  const bare = DEMONSTRATIVES.has(first.key) && VERBS.has(second?.key ?? '') && !hasOptions;
  if ((PRONOUNS.has(first.key) && !isImpersonal(words)) || bare) return [inQuestion(first.start, first.end)];
  if (hasOptions || !question_text.includes('following')) return NOTHING;
  const following = [...question_text.matchAll(FOLLOWING)].at(-1);
  if (following === undefined) return NOTHING;
  const end = following.index + following[0].length;
  return isAnnounced(question_text.slice(end)) ? NOTHING : [inQuestion(following.index, end)];
}

const IMPERSONAL = new Set('considered believed said thought known true takes took possible estimated'.split(' '));

/** "It is believed that …" is impersonal. */
function isImpersonal(words: readonly Word[]): boolean {
  return words[0]?.key === 'it' && words.slice(1, 5).some(({ key }) => IMPERSONAL.has(key));
}

const FOLLOWING = /(?<!\bof )\bthe following\b/giu;

/** Whether something follows: a quotation, a blank, a list. */
function isAnnounced(rest: string): boolean {
  return /[:"“_]/u.test(rest) || rest.split(',').length > 2;
}
