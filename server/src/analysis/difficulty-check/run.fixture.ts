import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Static } from 'typebox';
import { expect } from 'vitest';
import type { Plot } from '../../domain/analysis/plot.ts';
import { writeFinished } from '../../sentences/settle.ts';
import type { TextRow } from '../analysis-type.ts';
import { NOTHING_KNOWN, partsOf } from '../corpus/corpus.fixture.ts';
import { type DifficultyCheckParameters, difficultyCheck } from './index.ts';
import type { ITEM, RESULT } from './result-schema.ts';

type Result = Omit<Static<typeof RESULT>, 'plots'> & { plots: readonly Plot[] };

const ajv = new Ajv2020({ useDefaults: true, allowUnionTypes: true });
export const isParameters = ajv.compile(difficultyCheck.parameters);
const isResult = ajv.compile(difficultyCheck.result);
const isItem = ajv.compile(difficultyCheck.item ?? false);

/** Parameters as in a run: validated, with defaults. */
export function withDefaults(given: Partial<DifficultyCheckParameters>): DifficultyCheckParameters {
  const parameters = { ...given };
  expect(isParameters(parameters), JSON.stringify(isParameters.errors)).toBe(true);
  return parameters as DifficultyCheckParameters;
}

/** Runs the analysis over shards and validates everything it returns against its own schemas. */
export async function runShards(
  shards: readonly (readonly TextRow[])[],
  given: Partial<DifficultyCheckParameters> = {},
) {
  const parameters = withDefaults(given);
  const parts = shards
    .filter((rows) => rows.length > 0)
    .map((rows) => ({
      population: 0,
      partial: structuredClone(difficultyCheck.map({ source: 'texts', rows }, parameters, 0)),
    }));
  const gathered = await difficultyCheck.gather(partsOf(...parts), parameters, NOTHING_KNOWN);
  const finished = writeFinished(gathered);
  const asJson: unknown = JSON.parse(JSON.stringify(finished.result));
  // Values that JSON cannot represent (NaN, Infinity, undefined) would change in the round trip.
  expect(asJson).toEqual(finished.result);
  expect(isResult(asJson), JSON.stringify(isResult.errors)).toBe(true);
  expect(finished.findings.length).toBeGreaterThanOrEqual(1);
  expect(finished.findings.length).toBeLessThanOrEqual(6);
  const sentences = finished.findings.map(({ text }) => text);
  expect(sentences.join(' ')).not.toMatch(/NaN|Infinity|undefined|null/);
  const byId = new Map(shards.flat().map((row) => [row.id, row]));
  const items = finished.items.map((item) => {
    const presented = difficultyCheck.presentItem?.(item, byId.get(item.question_id ?? '') ?? null, parameters, []);
    expect(isItem(presented), JSON.stringify(isItem.errors)).toBe(true);
    return presented as Static<typeof ITEM>;
  });
  return { result: asJson as Result, findings: sentences, fullFindings: finished.findings, items };
}

export function run(rows: readonly TextRow[], given: Partial<DifficultyCheckParameters> = {}) {
  return runShards([rows], given);
}
