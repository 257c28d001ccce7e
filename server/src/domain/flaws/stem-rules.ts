import { isTrueOrFalse } from './key-rules.ts';
import type { CheckedRule } from './rule.ts';
import { inQuestion, NOTHING, type Span, type Subject, wholeQuestion } from './subject.ts';
import { startsWithVowelSound } from './vowel-sound.ts';
import { IMPERATIVES, INTERROGATIVES } from './word-lists.ts';

/** How the question is put: what it asks for, and whether it can be answered as it stands. */
export const STEM_RULES: readonly CheckedRule[] = [
  {
    bit: 3,
    id: 'more_than_one_correct',
    severity: 'warning',
    title: 'More than one right answer',
    fix_hint: 'Ask for the one thing that fits, or list the other right answers as accepted ones.',
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
    prepare: () => findArticleBeforeBlank,
  },
  {
    bit: 5,
    id: 'option_dependent',
    severity: 'error',
    title: 'Needs options that are not there',
    fix_hint: 'Give the wrong answers to choose from, or ask so that the question stands alone.',
    english: true,
    prepare: () => (subject) => (subject.incorrect_answers.length > 0 ? NOTHING : findOptionsMeant(subject)),
  },
  {
    bit: 11,
    id: 'unfocused_stem',
    severity: 'warning',
    title: 'Asks nothing',
    fix_hint: 'End with a question, or begin with what to do ("Name …", "Calculate …").',
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
    prepare: () => (subject) => subject.blanks,
  },
  {
    bit: 13,
    id: 'multiple_blanks',
    severity: 'warning',
    title: 'More than one blank',
    fix_hint: 'Leave one blank at most, or make a question of each.',
    english: false,
    prepare: () => (subject) => (subject.blanks.length > 1 ? subject.blanks : NOTHING),
  },
  {
    bit: 17,
    id: 'ambiguous_wording',
    severity: 'warning',
    title: 'Refers to nothing',
    fix_hint: 'Say who or what is meant before a pronoun or "the following" refers to it.',
    english: true,
    prepare: () => findDangling,
  },
];

/** A word of each of the patterns below: most questions have none, and need not be searched letter by letter. */
const OPTION_WORDS = new Set(['these', 'those', 'following', 'above', 'below', 'options', 'choices', 'answers', 'odd']);
const REQUEST_WORDS = new Set(['one', 'example', 'name', 'give', 'list', 'mention', 'cite', 'state', 'provide']);

const OPTIONS_MEANT =
  /\bof (?:these|those|the following|the above|the below|the options)\b|\bodd one out\b|\b(?:listed|given|shown) (?:below|above)\b|\b(?:these|following|answer) (?:options|choices|answers)\b|\b(?:among|amongst|between|from) (?:these|the following)\b/giu;

const OPEN_REQUEST =
  /\b(?:name|give|list|mention|cite|state|provide) (?:an?|any|one|some)\b|\b(?:what|who|which) (?:is|was|are|were) (?:one of|an example of)\b/giu;

function hasWord({ words }: Subject, wanted: ReadonlySet<string>): boolean {
  return words.some((word) => wanted.has(word.key));
}

function findOptionsMeant(subject: Subject): readonly Span[] {
  return hasWord(subject, OPTION_WORDS) ? matches(subject, OPTIONS_MEANT) : NOTHING;
}

function matches({ question_text }: Subject, pattern: RegExp): Span[] {
  return [...question_text.matchAll(pattern)].map((match) => inQuestion(match.index, match.index + match[0].length));
}

/** Options leave one right answer, and accepted answers name the others. */
function findOpenRequest(subject: Subject): readonly Span[] {
  if (subject.incorrect_answers.length > 0 || subject.accepted_answers.length > 0) return NOTHING;
  if (!hasWord(subject, REQUEST_WORDS)) return NOTHING;
  return matches(subject, OPEN_REQUEST).filter((span) => follows(subject.question_text, span.start, '.?!:'));
}

const ARTICLE = /(?<![\p{L}\p{N}])an?(?=\s{1,3}$)/iu;
/** The article, the spaces after it and the character before it. */
const ARTICLE_REACH = 6;

/** The article tells how the answer begins, unless every option begins that way. */
function findArticleBeforeBlank(subject: Subject): readonly Span[] {
  const { blanks, question_text } = subject;
  if (blanks.length === 0) return NOTHING;
  const shared = sharedArticle(subject);
  return blanks.flatMap((blank) => {
    const from = Math.max(0, blank.start - ARTICLE_REACH);
    const article = ARTICLE.exec(question_text.slice(from, blank.start));
    if (article === null || article[0].toLowerCase() === shared) return [];
    return [inQuestion(from + article.index, from + article.index + article[0].length)];
  });
}

/** The article that every option takes; undefined where they differ, or where there is no choice. */
function sharedArticle({ correct_answer, incorrect_answers }: Subject): 'a' | 'an' | undefined {
  if (incorrect_answers.length === 0) return undefined;
  const vowel = startsWithVowelSound(correct_answer);
  if (incorrect_answers.some((option) => startsWithVowelSound(option) !== vowel)) return undefined;
  return vowel ? 'an' : 'a';
}

const AFTER = '.,:;!-–—…)';

function asksSomething(subject: Subject): boolean {
  const { question_text, words, blanks } = subject;
  if (blanks.length > 0 || question_text.includes('?') || isTrueOrFalse(subject)) return true;
  return words.some(
    ({ key, start }) => INTERROGATIVES.has(key) || (IMPERATIVES.has(key) && follows(question_text, start, AFTER)),
  );
}

/** Nothing but spaces and quotes stands between it and the beginning or one of the marks. */
function follows(text: string, start: number, marks: string): boolean {
  let index = start - 1;
  while (index >= 0 && ' "\'“(\n'.includes(text.charAt(index))) index -= 1;
  return index < 0 || marks.includes(text.charAt(index));
}

const PRONOUNS = new Set(['it', 'he', 'she', 'they', 'him', 'them', 'his', 'her', 'its', 'their']);
const DEMONSTRATIVES = new Set(['this', 'that', 'these', 'those']);
const VERBS = new Set(['is', 'are', 'was', 'were', 'has', 'have', 'had', 'can', 'did', 'does', 'do', 'one', 'ones']);

/** A pronoun at the very beginning, a bare "this" or "these" there, or "the following" that nothing follows. */
function findDangling(subject: Subject): readonly Span[] {
  const { words, question_text, incorrect_answers } = subject;
  const [first, second] = words;
  if (first === undefined) return NOTHING;
  const bare = DEMONSTRATIVES.has(first.key) && VERBS.has(second?.key ?? '') && incorrect_answers.length === 0;
  if (PRONOUNS.has(first.key) || bare) return [inQuestion(first.start, first.end)];
  if (incorrect_answers.length > 0 || !question_text.includes('following')) return NOTHING;
  const following = [...question_text.matchAll(FOLLOWING)].at(-1);
  if (following === undefined) return NOTHING;
  const end = following.index + following[0].length;
  return isAnnounced(question_text.slice(end)) ? NOTHING : [inQuestion(following.index, end)];
}

const FOLLOWING = /(?<!\bof )\bthe following\b/giu;

/** What follows is there: a quotation, a blank, a list. */
function isAnnounced(rest: string): boolean {
  return /[:"“_]/u.test(rest) || rest.split(',').length > 2;
}
