import { deserialize, serialize } from 'node:v8';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Static } from 'typebox';
import { expect } from 'vitest';
import demo from '../../../demo/questions.json' with { type: 'json' };
import type { Plot } from '../../domain/analysis/plot.ts';
import { writeFinished } from '../../sentences/settle.ts';
import type { Part, TextRow } from '../analysis-type.ts';
import { NOTHING_KNOWN, partsOf, textRow } from '../corpus/corpus.fixture.ts';
import { type SetComparisonParameters, type SetPart, setComparison } from './index.ts';
import type { itemSchema, resultSchema } from './result-schema.ts';

type Result = Omit<Static<typeof resultSchema>, 'plots'> & { plots: readonly Plot[] };
export type Row = Static<typeof itemSchema>;

const ajv = new Ajv2020({ useDefaults: true, allowUnionTypes: true, strictTuples: false });
ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
ajv.addSchema({ $id: 'QuestionFilter', type: 'object' });
const validateParameters = ajv.compile(setComparison.parameters);
const validateResult = ajv.compile(setComparison.result);
const validateItem = ajv.compile(setComparison.item ?? false);

export function isValid(parameters: object): boolean {
  return validateParameters(structuredClone(parameters));
}

type Given = Partial<SetComparisonParameters>;

/** Parameters as in a run: validated, with defaults. */
export function withDefaults(given: Given = {}): SetComparisonParameters {
  const parameters = structuredClone({ other: { filter: {} }, ...given });
  expect(validateParameters(parameters), JSON.stringify(validateParameters.errors)).toBe(true);
  return parameters as SetComparisonParameters;
}

/** The shards of both sets, mapped and stored; a shard without questions leaves no part. */
function partsOfSets(a: readonly TextRow[][], b: readonly TextRow[][], given: Given) {
  const parts: Part<SetPart>[] = [a, b].flatMap((shards, population) =>
    shards
      .filter((rows) => rows.length > 0)
      .map((rows) => {
        const partial = setComparison.map({ source: 'texts', rows }, withDefaults(given), population);
        return { population, partial: deserialize(serialize(partial)) as SetPart };
      }),
  );
  return partsOf(...parts);
}

/** Compares sets given as shards, and validates everything it returns against its own schemas. */
export async function runShards(
  a: readonly TextRow[][],
  b: readonly TextRow[][],
  given: Given = {},
  knowledge = NOTHING_KNOWN,
) {
  const parameters = withDefaults(given);
  const finished = await setComparison.gather(partsOfSets(a, b, given), parameters, knowledge);
  const { result, findings, items } = writeFinished(finished);
  const asJson: unknown = JSON.parse(JSON.stringify(result));
  // Values that JSON cannot represent (NaN, Infinity, undefined) would change in the round trip.
  expect(asJson).toEqual(result);
  expect(validateResult(asJson), JSON.stringify(validateResult.errors)).toBe(true);
  expect(findings.length).toBeGreaterThanOrEqual(1);
  expect(findings.length).toBeLessThanOrEqual(6);
  const byId = new Map([...a, ...b].flat().map((row) => [row.id, row]));
  const find = (id: string | null) => byId.get(id ?? '') ?? null;
  const rows = items.map((item) => {
    const mentioned = (setComparison.mentions?.(item) ?? []).map(({ id }) => find(id));
    return setComparison.presentItem?.(item, find(item.question_id), parameters, mentioned) as Row;
  });
  for (const row of rows.slice(0, 100)) expect(validateItem(row), JSON.stringify(validateItem.errors)).toBe(true);
  return { result: asJson as Result, findings: findings.map(({ text }) => text), fullFindings: findings, rows };
}

export function run(a: readonly TextRow[], b: readonly TextRow[], given: Given = {}, knowledge = NOTHING_KNOWN) {
  return runShards([[...a]], [[...b]], given, knowledge);
}

export const demoRows: readonly TextRow[] = (demo as (Partial<TextRow> & { external_id: string })[]).map(
  ({ question_text = '', correct_answer = '', category = '', difficulty = 0, topic_focus = null }) =>
    textRow({ question_text, correct_answer, category, difficulty, topic_focus }),
);
