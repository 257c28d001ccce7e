import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Static } from 'typebox';
import { expect } from 'vitest';
import demo from '../../../demo/questions.json' with { type: 'json' };
import type { Plot } from '../../domain/analysis/plot.ts';
import { writeFinished } from '../../sentences/settle.ts';
import type { TextRow } from '../analysis-type.ts';
import { cutRows, NOTHING_KNOWN, partsOf, textRow } from '../corpus/corpus.fixture.ts';
import { type TopicsParameters, topics } from './index.ts';
import type { itemSchema, resultSchema } from './result-schema.ts';

type Result = Omit<Static<typeof resultSchema>, 'plots'> & { plots: readonly Plot[] };

const ajv = new Ajv2020({ useDefaults: true, allowUnionTypes: true, strictTuples: false });
const validateParameters = ajv.compile(topics.parameters);
const validateResult = ajv.compile(topics.result);
const validateItem = ajv.compile(topics.item ?? false);

/** Parameters as in a run: validated, with defaults. */
export function withDefaults(given: Partial<TopicsParameters> = {}): TopicsParameters {
  const parameters = structuredClone(given);
  expect(validateParameters(parameters), JSON.stringify(validateParameters.errors)).toBe(true);
  expect(topics.checkParameters?.(parameters as TopicsParameters)).toEqual([]);
  return parameters as TopicsParameters;
}

export function isValid(parameters: object): boolean {
  return validateParameters(structuredClone(parameters));
}

/** Runs the analysis, cut after the given rows, and validates everything it returns against its own schemas. */
export async function run(
  rows: readonly TextRow[],
  given: Partial<TopicsParameters> = {},
  cuts: readonly number[] = [],
) {
  const parameters = withDefaults(given);
  const parts = cutRows(rows, cuts).map((piece) => ({
    population: 0,
    partial: structuredClone(topics.map({ source: 'texts', rows: piece }, parameters, 0)),
  }));
  const finished = await topics.gather(partsOf(...parts), parameters, NOTHING_KNOWN);
  const { result, findings, items } = writeFinished(finished);
  const asJson: unknown = JSON.parse(JSON.stringify(result));
  // Values that JSON cannot represent (NaN, Infinity, undefined) would change in the round trip.
  expect(asJson).toEqual(result);
  expect(validateResult(asJson), JSON.stringify(validateResult.errors)).toBe(true);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const presented = items.map((item) =>
    topics.presentItem?.(item, byId.get(item.question_id ?? '') ?? null, parameters, []),
  ) as Static<typeof itemSchema>[];
  for (const item of presented) expect(validateItem(item), JSON.stringify(validateItem.errors)).toBe(true);
  expect(findings.length).toBeGreaterThanOrEqual(1);
  expect(findings.length).toBeLessThanOrEqual(6);
  return {
    result: asJson as Result,
    findings: findings.map(({ text }) => text),
    fullFindings: findings,
    items: presented,
  };
}

/** Questions of a category about the same few things. */
export function rowsAbout(category: string, words: string, count: number): TextRow[] {
  const list = words.split(' ');
  const word = (position: number) => list[position % list.length] ?? '';
  return Array.from({ length: count }, (_, index) =>
    textRow({
      category,
      question_text: `Which ${word(index)} has a ${word(index + 1)} and a ${word(3 * index + 2)}?`,
      correct_answer: word(index + 3),
    }),
  );
}

type Demo = Partial<TextRow> & { external_id: string };
/** The demo bank; ids are generated, and `demoIds` has the names. */
export const demoRows: readonly TextRow[] = (demo as Demo[]).map(({ external_id: _, ...question }) =>
  textRow({ ...question, topic_focus: question.topic_focus ?? null }),
);
export const demoIds: ReadonlyMap<string, string> = new Map(
  (demo as Demo[]).map(({ external_id }, index) => [demoRows[index]?.id ?? '', external_id]),
);
