import type { CheckedRule } from './rule.ts';
import { type LintSettings, type TermListName, termsOf } from './settings.ts';
import { NOTHING, type Subject } from './subject.ts';
import { compileTerms, findTerms } from './term-list.ts';

type Allowed = (subject: Subject, index: number) => boolean;

/** Words that a question should do without: each rule is a list, and the uses of its words that mean something else. */
export const WORDING_RULES: readonly CheckedRule[] = [
  {
    bit: 2,
    id: 'time_sensitive',
    severity: 'warning',
    title: 'Answer changes with time',
    fix_hint: 'Say as of which year the answer holds, or ask for something that does not change.',
    english: true,
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
    fix_hint: 'Say how often or how many, or leave the word out.',
    english: true,
    prepare: (settings) => wordCheck(settings, 'vague_terms', isMonth),
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
    fix_hint: 'Check that there is no exception at all, or leave the word out.',
    english: true,
    prepare: (settings) => wordCheck(settings, 'absolute_terms', () => false),
  },
];

function wordCheck(settings: LintSettings, name: TermListName, allowed: Allowed) {
  const list = compileTerms(termsOf(settings, name));
  return (subject: Subject) => findTerms(subject, list, allowed);
}

const CURRENTS = new Set(['electric', 'electrical', 'alternating', 'direct', 'ocean', 'water', 'air', 'sea', 'of']);

/** An electric current. */
function isFlow({ words }: Subject, index: number): boolean {
  return words[index]?.key === 'current' && CURRENTS.has(words[index - 1]?.key ?? '');
}

/** A question that says "as of 2020" stays true. */
const AS_OF = /\b[Aa]s of (?:\p{L}{3,9} )?\d{4}\b/u;

/** "May" with a capital inside a sentence is a month or a name. */
function isMonth({ words, question_text, shouting }: Subject, index: number): boolean {
  const word = words[index];
  return word?.key === 'may' && !shouting && question_text.charAt(word.start) === 'M';
}

/** "At least" is a quantity and "not only" adds; a negation in capitals is emphasised, as long as not all is. */
function isNoNegation({ words, question_text, shouting }: Subject, index: number): boolean {
  const word = words[index];
  if (word === undefined) return false;
  if (word.key === 'least' && words[index - 1]?.key === 'at') return true;
  if (word.key === 'not' && words[index + 1]?.key === 'only') return true;
  if (shouting) return false;
  const written = question_text.slice(word.start, word.end);
  return written === written.toUpperCase();
}
