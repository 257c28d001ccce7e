import { DIFFICULTY_LEVELS } from '../../../domain/questions/difficulty.ts';
import { hashText, scatter } from '../../../domain/text/hash.ts';
import { type Corpus, listOf } from '../../corpus/corpus.ts';
import { Growing, type WholeNumbers } from '../../corpus/growing.ts';

/** The questions to learn from, in the order of the bank. */
export interface Sample {
  questions: Uint32Array;
  levels: Uint8Array;
  /** The fold of each question. */
  folds: Uint8Array;
  /** Equal for questions with the same words in the same order. */
  texts: Uint32Array;
}

/**
 * The fold depends on a hash of the text, never on the id, so all copies of a text share a fold. Otherwise a model
 * would have seen the answer to a copy, and its skill would be a leak. The sample uses the same hash, with each level
 * in proportion.
 */
export function drawSample(corpus: Corpus, size: number, folds: number, seed: number): Sample {
  const texts = hashTexts(corpus);
  const questions =
    corpus.count <= size
      ? Uint32Array.from({ length: corpus.count }, (_, index) => index)
      : chooseByLevel(corpus, texts, size, seed);
  return {
    questions,
    levels: Uint8Array.from(questions, (question) => corpus.difficulties[question] ?? 0),
    folds: Uint8Array.from(questions, (question) => foldOf(texts[question] ?? 0, folds, seed)),
    texts: Uint32Array.from(questions, (question) => texts[question] ?? 0),
  };
}

function hashTexts(corpus: Corpus): Uint32Array {
  const wordHashes = Uint32Array.from(corpus.words, hashText);
  const texts = new Uint32Array(corpus.count);
  for (let question = 0; question < corpus.count; question += 1) {
    texts[question] = hashSequence(listOf(corpus.texts, question), wordHashes);
  }
  return texts;
}

/** Mixed differently than for the sample, which takes the smallest hashes: they would all fall into one fold. */
function foldOf(text: number, folds: number, seed: number): number {
  return scatter(text ^ scatter(seed + 0x9e3779b9)) % folds;
}

/** Takes the questions of each level with the smallest hashes; ties in the order of the bank. */
function chooseByLevel(corpus: Corpus, texts: Uint32Array, size: number, seed: number): Uint32Array {
  const salt = scatter(seed);
  const ranks = texts.map((text) => scatter(text ^ salt));
  const limits = DIFFICULTY_LEVELS.map((level) => limitOf(ranks, corpus.difficulties, level, size));
  const chosen = new Growing((length) => new Uint32Array(length));
  for (const [question, rank] of ranks.entries()) {
    const limit = limits[corpus.difficulties[question] ?? 0];
    if (limit === undefined || rank > limit.rank) continue;
    if (rank === limit.rank && limit.atRank <= 0) continue;
    if (rank === limit.rank) limit.atRank -= 1;
    chosen.append([question]);
  }
  return chosen.view();
}

/** The highest hash of a level that is taken, and how many questions with exactly that hash. */
function limitOf(ranks: Uint32Array, difficulties: Uint8Array, level: number, size: number) {
  const own = ranks.filter((_, question) => difficulties[question] === level).sort();
  const quota = Math.floor((size * own.length) / ranks.length);
  const rank = own[quota - 1];
  if (rank === undefined) return undefined;
  return { rank, atRank: quota - own.indexOf(rank) };
}

/** A 32-bit hash of a sequence of words, from the hash of each. */
function hashSequence(tokens: WholeNumbers, wordHashes: Uint32Array): number {
  let bits = tokens.length;
  for (const token of tokens) bits = scatter(Math.imul(bits, 31) + (wordHashes[token] ?? 0));
  return bits;
}
