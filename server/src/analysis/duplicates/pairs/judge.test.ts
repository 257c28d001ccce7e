import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { describeWithShared, sharedData } from '../../../../test/shared-data.ts';
import {
  accuracyOf,
  crossValidate,
  fitPairs,
  isCalled,
  precisionOf,
  recallOf,
  strictThreshold,
  type Tally,
  tally,
} from '../../../domain/likeness/cross-validation.fixture.ts';
import { DEFAULT_THRESHOLD } from '../../../domain/likeness/judge.ts';
import { comparePairs, type Labelled } from '../../../domain/likeness/labelled-pairs.fixture.ts';
import type { QuestionAndAnswer } from '../../../domain/likeness/word-counts.ts';

function readLines<Row>(bytes: Buffer): Row[] {
  return bytes
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

/** The threshold that the parameters call strict. */
const STRICT = 0.7;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const lowest = (tallies: readonly Tally[], measure: (tally: Tally) => number) => Math.min(...tallies.map(measure));

function report(name: string, tallies: readonly Tally[]): void {
  const range = (measure: (tally: Tally) => number) => {
    const values = tallies.map(measure);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return `${mean.toFixed(3)} (lowest ${Math.min(...values).toFixed(3)})`;
  };
  const summary = `accuracy ${range(accuracyOf)}, precision ${range(precisionOf)}, recall ${range(recallOf)}`;
  process.stdout.write(`duplicates, held out, ${name}: ${summary}\n`);
}

/** The README explains why each is hard. */
const FALSE_ALARMS = '137 207 221 281';
const MISSED = '063 098 210 314 319';

describeWithShared('duplicates', '320 pairs that a reader has labelled', () => {
  vi.setConfig({ testTimeout: 300_000 });
  const banks = ['opentriviaqa', 'opentdb'].flatMap((bank) =>
    readLines<QuestionAndAnswer>(gunzipSync(readFileSync(sharedData(bank, 'questions.jsonl.gz')))),
  );
  const pairs = comparePairs(
    readLines<Labelled>(readFileSync(sharedData('duplicates', 'trivia_pairs_labelled.jsonl'))),
    banks,
  );

  it('are complete', () => {
    expect(pairs).toHaveLength(320);
    expect(pairs.filter(({ duplicate }) => duplicate)).toHaveLength(161);
  });

  it('are judged correctly in nine of ten cases by coefficients fitted to other pairs', () => {
    const judged = crossValidate(pairs, SEEDS, (training, heldOut) =>
      tally(heldOut, fitPairs(training), DEFAULT_THRESHOLD),
    );
    report('threshold 0.5', judged);
    expect(lowest(judged, accuracyOf)).toBeGreaterThanOrEqual(0.94);
  });

  it('keep their precision with a strict threshold chosen on other pairs', () => {
    const strict = (wanted: number) =>
      crossValidate(pairs, SEEDS, (training, heldOut) => {
        const fitted = fitPairs(training);
        return tally(heldOut, fitted, strictThreshold(training, fitted, wanted));
      });
    const judged = strict(0.97);
    report('strict, 0.97 in training', judged);
    expect(lowest(judged, precisionOf)).toBeGreaterThanOrEqual(0.95);
    expect(lowest(judged, recallOf)).toBeGreaterThanOrEqual(0.85);
    // The target in training is slightly above the one for held-out pairs; seven were tried, see the README.
    const stricter = strict(0.985);
    report('stricter, 0.985 in training', stricter);
    expect(lowest(stricter, precisionOf)).toBeGreaterThanOrEqual(0.97);
    expect(lowest(stricter, recallOf)).toBeGreaterThanOrEqual(0.85);
  });

  it('keep their precision with the recommended strict threshold and coefficients fitted to other pairs', () => {
    const judged = crossValidate(pairs, SEEDS, (training, heldOut) => tally(heldOut, fitPairs(training), STRICT));
    report('threshold 0.7', judged);
    expect(lowest(judged, precisionOf)).toBeGreaterThanOrEqual(0.95);
    expect(lowest(judged, recallOf)).toBeGreaterThanOrEqual(0.85);
  });

  it('are judged by the constants as the README says', () => {
    const wrong = (threshold: number, duplicate: boolean) =>
      pairs
        .filter((pair) => pair.duplicate === duplicate && isCalled(pair, threshold) !== duplicate)
        .map(({ id }) => id);
    const named = (numbers: string) => numbers.split(' ').map((number) => `tp-${number}`);
    expect(wrong(0.5, false)).toEqual(named(FALSE_ALARMS));
    expect(wrong(0.5, true)).toEqual(named(MISSED));
    // At 0.7: 152 of 161 found, with two false alarms.
    expect(wrong(STRICT, false)).toEqual(named('207 281'));
    expect(wrong(STRICT, true)).toHaveLength(9);
  });
});
