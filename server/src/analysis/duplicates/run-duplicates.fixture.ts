import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Static } from 'typebox';
import { expect } from 'vitest';
import type { Plot } from '../../domain/analysis/plot.ts';
import { writeFinished } from '../../sentences/settle.ts';
import type { Item, TextRow } from '../analysis-type.ts';
import { cutRows, NOTHING_KNOWN, partsOf, textRow } from '../corpus/corpus.fixture.ts';
import { gatherForComparison, type KeyedCorpus, packForComparison } from './chunk.ts';
import { duplicates } from './index.ts';
import type { DuplicatesParameters } from './parameters.ts';
import type { ITEM, RESULT } from './result-schema.ts';

type Result = Omit<Static<typeof RESULT>, 'plots'> & { plots: readonly Plot[] };
export type PresentedPair = Static<typeof ITEM>;

const ajv = new Ajv2020({ useDefaults: true, allowUnionTypes: true, strictTuples: false });
ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
const validateParameters = ajv.compile(duplicates.parameters);
const validateResult = ajv.compile(duplicates.result);
const validateItem = ajv.compile(duplicates.item ?? false);

/** Parameters as in a run: validated, with defaults. */
export function withDefaults(given: Partial<DuplicatesParameters> = {}): DuplicatesParameters {
  const parameters = structuredClone(given);
  expect(validateParameters(parameters), JSON.stringify(validateParameters.errors)).toBe(true);
  return parameters as DuplicatesParameters;
}

interface Circumstances {
  parameters?: Partial<DuplicatesParameters>;
  /** Population 1: the bank. */
  bank?: readonly TextRow[];
  cuts?: readonly number[];
  dismissed?: readonly (readonly [string, string])[];
}

/** Runs the analysis, cut after the given rows. */
export function gather(
  rows: readonly TextRow[],
  { parameters = {}, bank = [], cuts = [], dismissed = [] }: Circumstances = {},
) {
  const filled = withDefaults(parameters);
  const partsFor = (some: readonly TextRow[], population: number) =>
    cutRows(
      some,
      cuts.filter((cut) => cut <= some.length),
    ).map((piece) => ({
      population,
      partial: structuredClone(duplicates.map({ source: 'texts', rows: piece }, filled, population)),
    }));
  return duplicates.gather(partsOf(...partsFor(rows, 0), ...partsFor(bank, 1)), filled, {
    ...NOTHING_KNOWN,
    dismissed,
    readQuestions: async (versions) => versions.flatMap(({ id }) => [...rows, ...bank].filter((row) => row.id === id)),
  });
}

/** Runs the analysis and validates everything it returns against its own schemas. */
export async function run(rows: readonly TextRow[], given: Circumstances = {}) {
  const { result, findings, items } = writeFinished(await gather(rows, given));
  const asJson: unknown = JSON.parse(JSON.stringify(result));
  // Values that JSON cannot represent (NaN, Infinity, undefined) would change in the round trip.
  expect(asJson).toEqual(result);
  expect(validateResult(asJson), JSON.stringify(validateResult.errors)).toBe(true);
  const byId = new Map([...rows, ...(given.bank ?? [])].map((row) => [row.id, row]));
  const presented = items.map((item) => present(item, (id) => byId.get(id) ?? null));
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

export function present(item: Item, rowOf: (id: string) => TextRow | null): PresentedPair {
  const mentioned = duplicates.mentions?.(item) ?? [];
  const row = rowOf(item.question_id ?? '');
  const versions = mentioned.map(({ id }) => rowOf(id));
  return duplicates.presentItem?.(item, row, withDefaults(), versions) as PresentedPair;
}

/** Texts and answers as questions. */
export function questions(...given: readonly (readonly [question_text: string, correct_answer: string])[]): TextRow[] {
  return given.map(([question_text, correct_answer]) => textRow({ question_text, correct_answer }));
}

export function keyedCorpus(rows: readonly TextRow[]): Promise<KeyedCorpus> {
  return gatherForComparison(partsOf({ population: 0, partial: packForComparison(rows) }));
}
