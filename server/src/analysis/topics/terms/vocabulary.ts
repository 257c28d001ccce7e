import { type Corpus, listOf } from '../../corpus/corpus.ts';
import type { TopicsParameters } from '../parameters.ts';
import { PairNumbering, PairSketch } from './pair-counts.ts';

/** Longer runs of letters are codes or mistakes, and would bloat the result. */
const MAX_LETTERS = 40;
/** The maximum number of pairs of words that are terms; the rarest are left out. */
const MAX_PAIRS = 500_000;
const NONE = -1;

/** English words that say nothing about the subject of a question, and words that any question may be phrased with. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after again against all also although always am among an and another any are around as at away back ' +
    'be became because become been before began being below best better between both but by came can cannot come did do ' +
    'does doing done down during each either else end even ever every few find first following for found from gave get ' +
    'give given go going gone got had has have having he her here him his how however i if in into is it its itself just ' +
    'keep kept know known last least less let like made make many may me mean means might more most much must my name ' +
    'named names neither never next no nor not now of off often on once one only or other others our out over own part ' +
    'put said same say see set several shall she should since so some something such take taken than that the their them ' +
    'then there these they thing things this those though through thus to together too took two under until up upon us ' +
    'use used using very was way we well went were what when where whether which while who whom whose why will with ' +
    'within without would yes yet you your s t d m re ve ll don didn doesn isn wasn won called correct answer question ' +
    'refer refers referred true false term word does'
  ).split(' '),
);

/**
 * Words and pairs of words that are terms, by number. A term occurs in at least `min_df` and at most `max_df` of the
 * questions.
 */
export interface Vocabulary {
  size: number;
  /** The number of questions with each term. */
  frequencies: Uint32Array;
  spell: (term: number) => string;
  /** All occurrences of terms in a question and its answer, in the order of the text; valid until the next call. */
  termsOf: (question: number) => Int32Array;
  /** Pairs in fewer questions were left out, because there were too many; null if none were. */
  leastPair: number | null;
}

type Limits = Pick<TopicsParameters, 'min_df' | 'max_df' | 'ngrams'>;

export function buildVocabulary(corpus: Corpus, { min_df, max_df, ngrams }: Limits): Vocabulary {
  const most = max_df * corpus.count;
  const [shortest, longest] = ngrams;
  const wordFrequencies = countWords(corpus);
  const isTerm = (frequency: number) => frequency >= min_df && frequency <= most;
  /** The place of a word among those that terms are made of, whether it is a term by itself or not. */
  const places = new Int32Array(corpus.words.length).fill(NONE);
  const words: number[] = [];
  for (const [word, letters] of corpus.words.entries()) {
    if (isTerm(wordFrequencies[word] ?? 0) && carriesMeaning(letters)) places[word] = words.push(word) - 1;
  }
  const single = shortest === 1 ? words.length : 0;
  const pairs = longest === 2 ? findPairs(corpus, places, min_df, isTerm) : noPairs();
  const frequencies = new Uint32Array(single + pairs.kept.size);
  for (let term = 0; term < single; term += 1) frequencies[term] = wordFrequencies[words[term] ?? 0] ?? 0;
  frequencies.set(pairs.frequencies, single);
  const letters = (place: number) => corpus.words[words[place] ?? 0] ?? '';
  return {
    size: frequencies.length,
    frequencies,
    leastPair: pairs.least,
    spell: (term) =>
      term < single
        ? letters(term)
        : `${letters(pairs.kept.left(term - single))} ${letters(pairs.kept.right(term - single))}`,
    termsOf: termReader(corpus, places, single, pairs.kept),
  };
}

/** A number alone says little: "1953" or "12" mean much the same in every category. */
function carriesMeaning(word: string): boolean {
  return word.length <= MAX_LETTERS && !STOP_WORDS.has(word) && !/^\p{N}/u.test(word);
}

function countWords(corpus: Corpus): Uint32Array {
  const counts = new Uint32Array(corpus.words.length);
  const lastSeen = new Int32Array(corpus.words.length).fill(NONE);
  for (let question = 0; question < corpus.count; question += 1) {
    for (const lists of [corpus.texts, corpus.answers]) {
      for (const word of listOf(lists, question)) {
        if (lastSeen[word] === question) continue;
        lastSeen[word] = question;
        counts[word] = (counts[word] ?? 0) + 1;
      }
    }
  }
  return counts;
}

interface Pairs {
  kept: PairNumbering;
  frequencies: Uint32Array;
  least: number | null;
}

const noPairs = (): Pairs => ({ kept: new PairNumbering(), frequencies: new Uint32Array(0), least: null });

/** Counts roughly first, in fixed memory, then exactly those pairs that may be frequent enough. */
function findPairs(corpus: Corpus, places: Int32Array, minDf: number, isTerm: (frequency: number) => boolean): Pairs {
  const sketch = new PairSketch(corpus.texts.tokens.length + corpus.answers.tokens.length);
  eachPair(corpus, places, (left, right) => sketch.add(left, right));
  const least = sketch.cut(Math.min(minDf, 255), MAX_PAIRS);
  const candidates = new PairNumbering();
  const counts: number[] = [];
  const lastSeen: number[] = [];
  eachPair(corpus, places, (left, right, question) => {
    if (!sketch.atLeast(left, right, least)) return;
    const pair = candidates.numberOf(left, right);
    if (lastSeen[pair] === question) return;
    lastSeen[pair] = question;
    counts[pair] = (counts[pair] ?? 0) + 1;
  });
  const kept = new PairNumbering();
  const frequencies: number[] = [];
  for (const [pair, count] of counts.entries()) {
    if (count < least || !isTerm(count)) continue;
    kept.numberOf(candidates.left(pair), candidates.right(pair));
    frequencies.push(count);
  }
  return { kept, frequencies: Uint32Array.from(frequencies), least: least > minDf ? least : null };
}

type OnPair = (left: number, right: number, question: number) => void;

/** Visits neighbours that both carry meaning; never the last word of a question with the first of its answer. */
function eachPair(corpus: Corpus, places: Int32Array, onPair: OnPair): void {
  for (let question = 0; question < corpus.count; question += 1) {
    for (const lists of [corpus.texts, corpus.answers]) {
      let before = NONE;
      for (const word of listOf(lists, question)) {
        const place = places[word] ?? NONE;
        if (before !== NONE && place !== NONE) onPair(before, place, question);
        before = place;
      }
    }
  }
}

function termReader(corpus: Corpus, places: Int32Array, single: number, pairs: PairNumbering) {
  let terms = new Int32Array(256);
  return (question: number): Int32Array => {
    const [text, answer] = [listOf(corpus.texts, question), listOf(corpus.answers, question)];
    const most = 2 * (text.length + answer.length);
    if (most > terms.length) terms = new Int32Array(2 * most);
    let count = 0;
    for (const list of [text, answer]) {
      let before = NONE;
      for (const word of list) {
        const place = places[word] ?? NONE;
        if (place !== NONE && place < single) {
          terms[count] = place;
          count += 1;
        }
        if (before !== NONE && place !== NONE && pairs.size > 0) {
          const pair = pairs.find(before, place);
          if (pair !== NONE) {
            terms[count] = single + pair;
            count += 1;
          }
        }
        before = place;
      }
    }
    return terms.subarray(0, count);
  };
}
