import { setImmediate as nextTurn } from 'node:timers/promises';
import { WordCounts } from '../domain/likeness/word-counts.ts';
import type { Executor } from '../store/database/database.ts';
import { countCommonKeys, type KeyCounts, sampleQuestions } from '../store/duplicates/near-duplicates.ts';

/** Statistics of the bank that show which words of a new question are rare. */
export interface BankSample {
  words: WordCounts;
  commonKeys: KeyCounts;
}

export interface BankSampler {
  /**
   * The latest sample. The first caller waits for it; later callers get it at once, while a new one is taken in the
   * background.
   */
  current(): Promise<BankSample>;
}

const QUESTIONS = 20_000;
const REFRESH_AFTER_MS = 10 * 60_000;
/** The number of questions counted before yielding: about a millisecond. */
const BATCH_SIZE = 200;

export function createBankSampler(db: Executor, now: () => number = Date.now): BankSampler {
  let sample: BankSample | undefined;
  let takenAt = 0;
  let taking: Promise<BankSample> | undefined;
  const take = () => {
    taking ??= takeSample(db)
      .then((taken) => {
        sample = taken;
        takenAt = now();
        return taken;
      })
      .finally(() => {
        taking = undefined;
      });
    return taking;
  };
  return {
    current: async () => {
      if (sample === undefined) return take();
      // If the database is unavailable, the old sample stays in use, and the next caller tries again.
      if (now() - takenAt > REFRESH_AFTER_MS) take().catch(() => {});
      return sample;
    },
  };
}

async function takeSample(db: Executor): Promise<BankSample> {
  const commonKeys = await countCommonKeys(db);
  const questions = await sampleQuestions(db, QUESTIONS);
  const words = new WordCounts();
  for (const [index, question] of questions.entries()) {
    words.count(question);
    if (index % BATCH_SIZE === BATCH_SIZE - 1) await nextTurn();
  }
  return { words, commonKeys };
}
