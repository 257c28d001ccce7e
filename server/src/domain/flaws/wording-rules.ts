import { isTrueOrFalse } from './key-rules.ts';
import type { CheckedRule } from './rule.ts';
import { type LintSettings, type TermListName, termsOf } from './settings.ts';
import { isInAskingClause, isNamed } from './style.ts';
import { NOTHING, type Subject } from './subject.ts';
import { compileTerms, findTerms } from './term-list.ts';
import type { Word } from './words.ts';

type Allowed = (subject: Subject, index: number) => boolean;

/** Rules about words that a question should avoid: each is a list, with exemptions for uses with another meaning. */
export const WORDING_RULES: readonly CheckedRule[] = [
  {
    bit: 2,
    id: 'time_sensitive',
    severity: 'warning',
    title: 'Answer changes with time',
    fix_hint: 'State the year for which the answer is valid, or ask for something that does not change.',
    english: true,
    hint: true,
    prepare: (settings) => {
      const find = wordCheck(settings, 'time_sensitive_terms', isFlow);
      return (subject) => {
        const spans = find(subject);
        return spans.length > 0 && AS_OF.test(subject.question_text) ? NOTHING : spans;
      };
    },
  },
  {
    bit: 15,
    id: 'vague_terms',
    severity: 'info',
    title: 'Vague word',
    fix_hint: 'State how often or how many, or remove the word.',
    english: true,
    hint: true,
    prepare: (settings) => wordCheck(settings, 'vague_terms', isElsewhere),
  },
  {
    bit: 16,
    id: 'negative_wording',
    severity: 'warning',
    title: 'Negative wording',
    fix_hint: 'Ask for what is true, or write the negative word in capitals (NOT, EXCEPT).',
    english: true,
    prepare: (settings) => wordCheck(settings, 'negative_terms', isNoNegation),
  },
  {
    bit: 18,
    id: 'absolute_terms',
    severity: 'info',
    title: 'Absolute word',
    fix_hint: 'Check that there is no exception, or remove the word.',
    english: true,
    hint: true,
    prepare: (settings) => wordCheck(settings, 'absolute_terms', isElsewhere),
  },
];

function wordCheck(settings: LintSettings, name: TermListName, allowed: Allowed) {
  const list = compileTerms(termsOf(settings, name));
  return (subject: Subject) => findTerms(subject, list, allowed);
}

const CURRENTS = new Set(['electric', 'electrical', 'alternating', 'direct', 'ocean', 'water', 'air', 'sea', 'of']);

/** An electric current. */
function isFlow(subject: Subject, index: number): boolean {
  const { words } = subject;
  const [before, word] = [words[index - 1]?.key ?? '', words[index]?.key];
  return (
    (word === 'current' && CURRENTS.has(before)) ||
    (word === 'recent' && before === 'most') ||
    isElsewhere(subject, index)
  );
}

/** In a story problem, a name or a quotation, the word is not the question's own. */
function isElsewhere(subject: Subject, index: number): boolean {
  return subject.wordProblem || subject.quoted[index] === true || isNamed(subject, index);
}

/** A question that says "as of 2020" stays valid. */
const AS_OF = /\b[Aa]s of (?:\p{L}{3,9} )?\d{4}\b/u;

/** A statement of at most this length is judged as a whole. */
const MAX_STATEMENT_WORDS = 25;

/**
 * Whether the question itself is negative, not a remark in it: "all of these except", a short statement to be judged, a
 * question.
 */
function isAsked(subject: Subject, index: number): boolean {
  const { words } = subject;
  if (words[index]?.key === 'except' && words.slice(Math.max(0, index - MAX_STATEMENT_WORDS), index).some(isWhole)) {
    return true;
  }
  if (isTrueOrFalse(subject) && words.length <= MAX_STATEMENT_WORDS) return true;
  return words[index - 1]?.key !== 'for' && isInAskingClause(subject, index);
}

function isWhole({ key }: Word): boolean {
  return key === 'all' || key === 'each' || key === 'following' || key === 'these';
}

/**
 * "At least" is a quantity and "not only" adds something. A negation in capitals is emphasised, unless everything is in
 * capitals.
 */
function isNoNegation(subject: Subject, index: number): boolean {
  const { words, question_text, shouting } = subject;
  const word = words[index];
  if (word === undefined) return false;
  if (!isAsked(subject, index) || isElsewhere(subject, index)) return true;
  if (word.key === 'least' && words[index - 1]?.key === 'at') return true;
  if (word.key === 'not' && words[index + 1]?.key === 'only') return true;
  if (shouting) return false;
  const written = question_text.slice(word.start, word.end);
  return written === written.toUpperCase();
}
