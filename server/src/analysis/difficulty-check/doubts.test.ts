import { describe, expect, it } from 'vitest';
import { partsOf } from '../corpus/corpus.fixture.ts';
import { row } from './bank.fixture.ts';
import { gatherBank, packPart } from './bank.ts';
import { collectDoubts, DoubtCollection } from './doubts.ts';
import { buildFeatureSpace } from './features/feature-space.ts';
import { MAX_ITEMS } from './result-schema.ts';

const model = { weights: new Float64Array(3), featureCount: 0, iterations: 1, converged: true };

describe('doubts', () => {
  it('are questions for which another level is probable enough', () => {
    const doubts = new DoubtCollection(0.7);
    doubts.consider(0, 0, Float64Array.of(0.1, 0.2, 0.7), model);
    doubts.consider(1, 0, Float64Array.of(0.2, 0.69, 0.11), model);
    doubts.consider(2, 1, Float64Array.of(0.05, 0.9, 0.05), model);
    doubts.consider(3, 1, Float64Array.of(0.8, 0.1, 0.1), model);
    const { count, kept, moves, surest } = doubts.finish();
    expect(count).toBe(2);
    expect(
      kept.map(({ question, declared, suggested, probability }) => [question, declared, suggested, probability]),
    ).toEqual([
      [3, 1, 0, 0.8],
      [0, 0, 2, 0.7],
    ]);
    expect(moves).toEqual([
      [0, 0, 1],
      [1, 0, 0],
      [0, 0, 0],
    ]);
    expect(surest).toBe(0.8);
  });

  it('report the highest probability even where none is high enough', () => {
    const doubts = new DoubtCollection(0.8);
    doubts.consider(0, 0, Float64Array.of(0.3, 0.6, 0.1), model);
    expect(doubts.finish()).toMatchObject({ count: 0, kept: [], surest: 0.6 });
  });

  it('are all counted, and only the most probable are kept, ties in the order of the bank', () => {
    const doubts = new DoubtCollection(0.5);
    const many = 2 * MAX_ITEMS + 50;
    const probabilities = new Float64Array(3);
    for (let question = 0; question < many; question += 1) {
      // The second half is more probable, in two steps.
      probabilities[1] = question < many / 2 ? 0.6 : 0.7 + 0.1 * (question % 2);
      probabilities[0] = 1 - (probabilities[1] ?? 0);
      doubts.consider(question, 0, probabilities, model);
    }
    const { count, kept } = doubts.finish();
    expect(count).toBe(many);
    expect(kept).toHaveLength(MAX_ITEMS);
    expect(kept.slice(0, 2).map(({ question }) => question)).toEqual([many / 2, many / 2 + 2]);
    expect(kept.every(({ probability }) => probability >= 0.7)).toBe(true);
  });

  it('are raised by the model of the fold for questions of the sample, and by the model of the whole sample for others', async () => {
    const rows = [0, 1, 2].map((index) => row(index, { difficulty: 0 }));
    const bank = await gatherBank(partsOf({ population: 0, partial: packPart(rows) }));
    const questions = Uint32Array.of(0, 2);
    const space = buildFeatureSpace(bank, questions);
    // Intercepts alone, in favour of Advanced whatever the features.
    const weights = new Float64Array(3 * (space.size + 1));
    weights[weights.length - 1] = 9;
    const modelOf = (iterations: number) => ({ weights, featureCount: space.size, iterations, converged: true });
    const [first, second, whole] = [modelOf(1), modelOf(2), modelOf(3)];
    const sample = { questions, levels: Uint8Array.of(0, 0), folds: Uint8Array.of(1, 0), texts: Uint32Array.of(1, 2) };
    const judged = {
      models: [first, second],
      probabilities: Float64Array.of(0.1, 0.9, 0, 0.2, 0.8, 0),
      suggested: Uint8Array.of(1, 1),
    };
    const { kept } = collectDoubts(bank, space, sample, judged, whole, 0.5, new Set());
    expect(kept.map(({ question, suggested, model }) => [question, suggested, model.iterations])).toEqual([
      [1, 2, 3],
      [0, 1, 2],
      [2, 1, 1],
    ]);
  });
});
