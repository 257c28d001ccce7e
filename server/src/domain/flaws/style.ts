import type { Subject } from './subject.ts';
import { INTERROGATIVES } from './word-lists.ts';
import type { Word } from './words.ts';

/**
 * Whether a word is part of a name or title: it is capitalised inside a sentence, or begins one together with other
 * capitals.
 */
export function isNamed({ words, question_text, shouting }: Subject, index: number): boolean {
  const word = words[index];
  if (word === undefined || shouting || !hasCapital(question_text, word.start)) return false;
  if (!beginsSentence(question_text, word.start)) return true;
  const next = words[index + 1];
  return next !== undefined && hasCapital(question_text, next.start);
}

function hasCapital(text: string, start: number): boolean {
  const character = text.charAt(start);
  return character !== character.toLowerCase();
}

function beginsSentence(text: string, start: number): boolean {
  let index = start - 1;
  while (index >= 0 && ' "\'“‘(\n'.includes(text.charAt(index))) index -= 1;
  return index < 0 || '.?!:…'.includes(text.charAt(index));
}

const SUBORDINATORS = new Set('that because although though while if but since so unless until'.split(' '));
/** Other question words, such as "when", begin subordinate clauses as often as questions. */
const ASKING = new Set('which what who whom whose'.split(' '));
const PREPOSITIONS = new Set('in of for from to at on by with about under during'.split(' '));
/** "Venus, which has no moon, …" describes; "In Italy, which city …" asks. */
const VERBS = new Set('is are was were has have had does do did can could would will not'.split(' '));
/** A limit on the length of a clause, which keeps the search linear in the length of the question. */
const [MAX_CLAUSE_WORDS, MAX_CLAUSE] = [40, 240];
const ASKED = /^[^.!?]*\?/u;

/**
 * Whether a word belongs to the part that asks: a question word precedes it in the same sentence, and no subordinate
 * clause begins between them.
 */
export function isInAskingClause({ words, question_text }: Subject, index: number): boolean {
  for (let at = index - 1; at >= 0 && index - at <= MAX_CLAUSE_WORDS; at -= 1) {
    const [word, next] = [words[at], words[at + 1]];
    if (word === undefined || next === undefined) return false;
    if (/[.!?;(]/u.test(question_text.slice(word.end, next.start))) return false;
    if (ASKING.has(word.key)) return beginsClause(question_text, words, at);
    if (INTERROGATIVES.has(word.key)) return question_text.endsWith('?') && beginsSentence(question_text, word.start);
    if (SUBORDINATORS.has(word.key)) return false;
  }
  return false;
}

/**
 * Whether a question word begins its clause, possibly after a preposition; "the element which does not decay"
 * describes.
 */
function beginsClause(text: string, words: readonly Word[], index: number): boolean {
  const [before, word, next] = [words[index - 1], words[index], words[index + 1]];
  if (word === undefined) return false;
  const first = before !== undefined && PREPOSITIONS.has(before.key) ? before : word;
  if (beginsSentence(text, first.start)) return true;
  if (first !== word) return text.endsWith('?');
  const afterComma = text.charAt(first.start - 2) === ',';
  return (
    afterComma &&
    ASKED.test(text.slice(word.end, word.end + MAX_CLAUSE)) &&
    (word.key === 'who' || !VERBS.has(next?.key ?? ''))
  );
}
