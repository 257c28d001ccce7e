import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Static } from 'typebox';
import { expect } from 'vitest';
import type { Plot } from '../../domain/analysis/plot.ts';
import { writeFinished } from '../../sentences/settle.ts';
import type { CellRow } from '../analysis-type.ts';
import { checkParameters, coverage } from './index.ts';
import type { CoverageParameters } from './parameters.ts';
import type { cellSchema, resultSchema } from './result-schema.ts';

type Result = Omit<Static<typeof resultSchema>, 'plots'> & { plots: readonly Plot[] };

const ajv = new Ajv2020({ useDefaults: true, allowUnionTypes: true, strictTuples: false });
ajv.addKeyword('knownCategory'); // the service defines it
const validateParameters = ajv.compile(coverage.parameters);
const validateResult = ajv.compile(coverage.result);
const validateItem = ajv.compile(coverage.item ?? false);

/** Parameters as in a run: validated, with defaults. */
export function withDefaults(given: Partial<CoverageParameters>): CoverageParameters {
  const parameters = structuredClone(given);
  expect(validateParameters(parameters), JSON.stringify(validateParameters.errors)).toBe(true);
  return parameters as CoverageParameters;
}

export function isValid(parameters: object): boolean {
  return validateParameters(structuredClone(parameters));
}

/** Runs the analysis over shards and validates everything it returns against its own schemas. */
export function runShards(shards: readonly (readonly CellRow[])[], given: Partial<CoverageParameters> = {}) {
  const parameters = withDefaults(given);
  expect(checkParameters(parameters)).toEqual([]);
  const whole = shards
    .map((rows) => coverage.map({ source: 'cells', rows }, parameters))
    .reduce((left, right) => coverage.merge(left, right, parameters));
  const finished = coverage.finish(JSON.parse(JSON.stringify(whole)), parameters);
  const { result, findings, items } = writeFinished(finished);
  const asJson: unknown = JSON.parse(JSON.stringify(result));
  // Values that JSON cannot represent (NaN, Infinity, undefined) would change in the round trip.
  expect(asJson).toEqual(result);
  expect(validateResult(asJson), JSON.stringify(validateResult.errors)).toBe(true);
  const cells = items.map((item) => coverage.presentItem?.(item, null, parameters)) as Static<typeof cellSchema>[];
  for (const cell of cells) expect(validateItem(cell), JSON.stringify(validateItem.errors)).toBe(true);
  expect(findings.length).toBeGreaterThanOrEqual(1);
  expect(findings.length).toBeLessThanOrEqual(6);
  return { result: asJson as Result, findings: findings.map(({ text }) => text), fullFindings: findings, items: cells };
}

export function run(rows: readonly CellRow[], given: Partial<CoverageParameters> = {}) {
  return runShards([rows], given);
}

/** "Art 0 Painting 3" means three questions of level 0 on painting; "-" means no topic. */
export function rowsOf(...lines: readonly string[]): CellRow[] {
  return lines.map((line) => {
    const [category = '', difficulty, topic = '-', count] = line.split(' ');
    return {
      category,
      difficulty: Number(difficulty),
      topic_focus: topic === '-' ? null : topic,
      count: Number(count),
    };
  });
}
