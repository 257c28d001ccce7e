/** @module-tag heavy */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { describeWithShared, sharedData } from '../../../test/shared-data.ts';
import {
  crossValidate,
  fitPairs,
  isCalled,
  precisionOf,
  recallOf,
  type Tally,
  tally,
} from '../../domain/likeness/cross-validation.fixture.ts';
import {
  alikenessOf,
  COEFFICIENTS,
  DEFAULT_THRESHOLD,
  DEFAULT_WORDING,
  type Relation,
} from '../../domain/likeness/judge.ts';
import { comparePairs, type Labelled, type LabelledPair } from '../../domain/likeness/labelled-pairs.fixture.ts';
import type { QuestionAndAnswer } from '../../domain/likeness/word-counts.ts';
import { textRow } from '../corpus/corpus.fixture.ts';
import { compareQuestions } from './compare.ts';
import { BANDS, bandOf } from './joins/recall-estimate.ts';
import { keyedCorpus } from './run-duplicates.fixture.ts';

/** A line of ../shared/data/labels/pairs_build.jsonl; see PAIRS.md beside it. */
interface Line {
  pair_id: string;
  stratum: string;
  label: 'same' | 'variant' | 'conflict' | 'sibling' | 'related' | 'unsure';
  borderline: boolean;
  a: QuestionAndAnswer & { id: string };
  b: QuestionAndAnswer & { id: string };
}

const linesOf = <Row>(bytes: Buffer) =>
  bytes
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const percent = (value: number) => value.toFixed(3);
const DUPLICATES: readonly string[] = ['same', 'variant', 'conflict'];
const rowOf = ({ id }: { id: string }) => Number(id.split(':')[1]);

function report(name: string, counted: Tally): void {
  const { hits, alarms, misses } = counted;
  process.stdout.write(
    `duplicates, ${name}: precision ${percent(precisionOf(counted))}, recall ${percent(recallOf(counted))} (${hits} found, ${alarms} false, ${misses} missed)\n`,
  );
}

describeWithShared('labels', '272 labelled pairs of the combined bank', () => {
  vi.setConfig({ testTimeout: 300_000 });
  const bank = linesOf<QuestionAndAnswer>(gunzipSync(readFileSync(sharedData('combined', 'questions.jsonl.gz'))));
  const lines = linesOf<Line>(readFileSync(sharedData('labels', 'pairs_build.jsonl'))).filter(
    ({ label }) => label !== 'unsure',
  );
  const earlier = linesOf<Labelled>(readFileSync(sharedData('duplicates', 'trivia_pairs_labelled.jsonl')));
  const byId = new Map(lines.map((line) => [line.pair_id, line]));
  const asLabelled = (line: Line): Labelled => ({
    id: line.pair_id,
    label: DUPLICATES.includes(line.label) ? 'duplicate' : 'different',
    a: line.a,
    b: line.b,
  });
  const pairs = comparePairs([...lines.map(asLabelled), ...earlier], bank);
  const isOf =
    (strata: string, { firm = false } = {}) =>
    ({ id }: LabelledPair) => {
      const line = byId.get(id);
      return line !== undefined && strata.includes(line.stratum) && !(firm && line.borderline);
    };
  const rows = bank.map(({ question_text, correct_answer }) => textRow({ question_text, correct_answer }));
  const compared = keyedCorpus(rows).then((keyed) =>
    compareQuestions(keyed, {
      thresholds: { likeness: DEFAULT_THRESHOLD, wording: DEFAULT_WORDING },
      fuzzyAnswers: true,
      siblings: false,
      dismissed: [],
    }),
  );
  const linked = compared.then(({ links }) => {
    const relations = new Map<string, Relation>();
    for (const link of links.ordered()) relations.set(`${link.earlier} ${link.later}`, link.relation);
    return relations;
  });
  const relationIn = (relations: ReadonlyMap<string, Relation>, a: number, b: number) =>
    relations.get(`${Math.min(a, b)} ${Math.max(a, b)}`);

  it('yield the coefficients, together with the 320 labelled earlier', () => {
    expect(pairs).toHaveLength(270 + 320);
    const { weights, constant } = fitPairs(pairs);
    const { covered, shared, swapped, numbers, answer } = COEFFICIENTS;
    process.stdout.write(
      `duplicates, fitted: ${[...weights, constant].map((value) => value.toPrecision(4)).join(' ')}\n`,
    );
    for (const [index, shipped] of [covered, shared, swapped, numbers, answer, COEFFICIENTS.constant].entries())
      expect(Math.abs(([...weights, constant][index] ?? 0) / shipped - 1)).toBeLessThan(0.02);
  });

  it.each([
    ['A', false, 0.93, 0.7],
    ['A', true, 0.93, 0.7],
    ['E', false, 0.75, 0.6],
    ['ABCDEF', false, 0.93, 0.67],
    ['ABCDEF', true, 0.94, 0.73],
  ])(
    'of stratum %s (only firm ones: %s) are found by coefficients fitted to other pairs',
    (stratum, firm, precision, recall) => {
      const judged = crossValidate(pairs, SEEDS, (training, heldOut) =>
        tally(heldOut.filter(isOf(stratum, { firm })), fitPairs(training), DEFAULT_THRESHOLD),
      );
      for (const counted of judged) report(`held out, ${stratum}${firm ? ' firm' : ''}`, counted);
      const mean = (measure: (counted: Tally) => number) =>
        judged.reduce((sum, counted) => sum + measure(counted), 0) / judged.length;
      expect(mean(precisionOf)).toBeGreaterThanOrEqual(precision);
      expect(mean(recallOf)).toBeGreaterThanOrEqual(recall);
    },
  );

  it('are linked in the whole bank as they are judged on their own', async () => {
    const relations = await linked;
    const apart = pairs.filter((pair) => {
      const line = byId.get(pair.id);
      if (line === undefined) return false;
      return (relationIn(relations, rowOf(line.a), rowOf(line.b)) !== undefined) !== isCalled(pair, DEFAULT_THRESHOLD);
    });
    expect(apart.map(({ id }) => id)).toEqual([]);
    for (const stratum of 'ABCDEF') {
      const counted: Tally = { right: 0, hits: 0, alarms: 0, misses: 0 };
      for (const line of lines.filter((one) => one.stratum === stratum)) {
        const called = relationIn(relations, rowOf(line.a), rowOf(line.b)) !== undefined;
        const duplicate = DUPLICATES.includes(line.label);
        if (called === duplicate) counted.right += 1;
        if (called && duplicate) counted.hits += 1;
        if (called && !duplicate) counted.alarms += 1;
        if (!called && duplicate) counted.misses += 1;
      }
      report(`whole bank, stratum ${stratum}`, counted);
    }
  });

  it('match the bands of likeness that the recall estimate uses', () => {
    const bands = BANDS.map(({ from }) => ({ from, duplicates: 0, labelled: 0 }));
    for (const pair of pairs.filter((one) => isOf('A')(one) || isOf('C')(one))) {
      const band = bands[bandOf(alikenessOf(pair.words, pair.answers.weight))];
      if (pair.answers.relation !== 'same' || band === undefined) continue;
      band.labelled += 1;
      if (pair.duplicate) band.duplicates += 1;
    }
    expect(bands).toEqual(BANDS);
  });

  it('agree with the recall estimate of their bank', async () => {
    const { recall } = await compared;
    process.stdout.write(`duplicates, recall estimate: ${JSON.stringify(recall)}\n`);
    expect(recall?.pairs).toBe(3999);
    expect(recall?.value).toBeCloseTo(0.63, 1);
    // 0.71 of the labelled pairs are found; they contain more of the easy ones.
    expect([recall?.low, recall?.high].map((value) => value?.toFixed(1))).toEqual(['0.5', '0.7']);
  });

  it('come from a bank with the expected number of pairs per relation', async () => {
    const counts: Record<string, number> = {};
    for (const relation of (await linked).values()) counts[relation] = (counts[relation] ?? 0) + 1;
    expect(counts).toMatchObject({ near: 1534, answer_variant: 148, conflict: 1 });
  });

  it('contradict each other where a reader says so', async () => {
    const relations = await linked;
    const found = lines.filter(({ a, b }) => relationIn(relations, rowOf(a), rowOf(b)) === 'conflict');
    expect(found.map(({ pair_id, label }) => `${pair_id} ${label}`)).toEqual(['rp-196 conflict']);
  });
});
