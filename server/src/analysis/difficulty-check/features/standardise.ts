import type { Bank } from '../bank.ts';
import { MEASURES, measureQuestion, type Rarity } from './measures.ts';
import { countWords } from './vocabulary.ts';

/** A text ten times as long as any other must not outweigh everything else. */
const MAX_DEVIATION = 3;

/** Measures as standard deviations from the mean of the sample. */
export function buildStandardiser(bank: Bank, questions: Uint32Array) {
  const rarity = buildRarity(bank, questions);
  const raw = new Float64Array(MEASURES.length);
  const sums = new Float64Array(MEASURES.length);
  const squares = new Float64Array(MEASURES.length);
  for (const question of questions) {
    measureQuestion(bank, rarity, question, raw);
    for (const [index, value] of raw.entries()) {
      sums[index] = (sums[index] ?? 0) + value;
      squares[index] = (squares[index] ?? 0) + value * value;
    }
  }
  const means = sums.map((sum) => sum / questions.length);
  const deviations = squares.map((sum, index) =>
    Math.sqrt(Math.max(0, sum / questions.length - (means[index] ?? 0) ** 2)),
  );
  return (question: number, features: number[], values: number[]) => {
    measureQuestion(bank, rarity, question, raw);
    for (const [index, value] of raw.entries()) {
      const deviation = deviations[index] ?? 0;
      // A measure that is constant in the sample carries no information; rounding leaves its deviation slightly above
      // 0.
      if (deviation < 1e-6) continue;
      features.push(index);
      values.push(Math.max(-MAX_DEVIATION, Math.min(MAX_DEVIATION, (value - (means[index] ?? 0)) / deviation)));
    }
  };
}

function buildRarity({ corpus }: Bank, questions: Uint32Array): Rarity {
  const counts = countWords(corpus, corpus.texts, questions);
  return Float64Array.from(counts, (count) => Math.log((1 + questions.length) / (1 + count)));
}
