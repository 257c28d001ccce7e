import { listOf } from '../../corpus/corpus.ts';
import type { WholeNumbers } from '../../corpus/growing.ts';
import { type Bank, surfaceOf } from '../bank.ts';
import type { Surface } from './surface.ts';

/** The names of a high and a low value of a measure. */
interface MeasureName {
  low: string;
  high: string;
}

export const MEASURES: readonly MeasureName[] = [
  { low: 'short question', high: 'long question' },
  { low: 'short words', high: 'long words' },
  { low: 'no long word', high: 'a very long word' },
  { low: 'no digits', high: 'digits in the question' },
  { low: 'few capitals', high: 'many capitals' },
  { low: 'little punctuation', high: 'much punctuation' },
  { low: 'no quotation', high: 'a quotation' },
  { low: 'no negation', high: 'a negation' },
  { low: 'common words', high: 'rare words' },
  { low: 'no rare word', high: 'a very rare word' },
  { low: 'short answer', high: 'long answer' },
  { low: 'common answer', high: 'rare answer' },
  { low: 'answer not in the question', high: 'answer words in the question' },
  { low: 'few wrong options', high: 'many wrong options' },
  { low: 'few accepted answers', high: 'many accepted answers' },
];

/** How rare each word is among the sample questions; 0 for a word in every question. */
export type Rarity = Float64Array;

/**
 * The measures of a question, in the order of `MEASURES`. Counts are logarithms, so that the longest do not dominate.
 */
export function measureQuestion(bank: Bank, rarity: Rarity, question: number, into: Float64Array): void {
  const { corpus } = bank;
  const text = listOf(corpus.texts, question);
  const answer = listOf(corpus.answers, question);
  const log = (name: Surface) => Math.log1p(surfaceOf(bank, question, name));
  into[0] = log('characters');
  into[1] = surfaceOf(bank, question, 'letters') / Math.max(1, text.length);
  into[2] = log('longest_word');
  into[3] = log('digits');
  into[4] = log('capitals');
  into[5] = log('marks');
  into[6] = Math.min(1, surfaceOf(bank, question, 'quotations'));
  into[7] = Math.min(1, surfaceOf(bank, question, 'negations'));
  into[8] = mean(text, rarity);
  into[9] = highest(text, rarity);
  into[10] = log('answer_characters');
  into[11] = highest(answer, rarity);
  into[12] = shareWithin(answer, text);
  into[13] = log('wrong_answers');
  into[14] = log('accepted_answers');
}

function mean(words: WholeNumbers, rarity: Rarity): number {
  let sum = 0;
  for (const word of words) sum += rarity[word] ?? 0;
  return words.length === 0 ? 0 : sum / words.length;
}

function highest(words: WholeNumbers, rarity: Rarity): number {
  let rarest = 0;
  for (const word of words) rarest = Math.max(rarest, rarity[word] ?? 0);
  return rarest;
}

function shareWithin(answer: WholeNumbers, text: WholeNumbers): number {
  let shared = 0;
  for (const word of answer) if (text.includes(word)) shared += 1;
  return answer.length === 0 ? 0 : shared / answer.length;
}
