import { describe, expect, it } from 'vitest';
import { analysisTypes } from '../../src/analysis/index.ts';
import { asOperator, startTestService } from '../harness.ts';
import type { ProblemBody } from './common.ts';
import { follow, openApiFile } from './openapi-file.ts';

/** Words of a schema validator, which do not help a person. */
const MACHINE_WORDS =
  /must NOT|must match|must pass|anyOf|oneOf|allOf|schema|pattern|keyword|undefined|\[object|NaN|is not valid\.$/u;
/** "`name` must …", or a sentence. */
const SENTENCE = /^(?:`[^`]+`|[A-Z"/]).*(?:[.?)]|…)(?: \(and \d+ more in `errors`\))?$/su;

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
}

const WRONG: readonly unknown[] = [
  ...[null, true, -1, 0, 1.5, 7, 1e12, '', ' ', 'x', 'Sciense', 'x'.repeat(5000), '2026-13-01'],
  ...[[], {}, [null], [7], ['x', 'x'], ['x', ''], [{}], [[]], { surprise: 1 }],
  Array.from({ length: 101 }, (_, index) => `entry ${index}`),
];

const service = await startTestService();
const { schemas } = openApiFile.components as unknown as { schemas: Record<string, Schema> };

function lookUp({ $ref, ...schema }: Schema): Schema {
  return $ref === undefined ? schema : (schemas[$ref.replace('#/components/schemas/', '').replace(/#$/u, '')] ?? {});
}

function resolve(schema: Schema): Schema {
  const named = lookUp(schema);
  return (named.oneOf ?? []).map(resolve).find(({ properties }) => properties !== undefined) ?? named;
}

/** The body itself, and the body as an element of a list if lists are accepted. */
function waysToSend(schema: Schema): ((value: unknown) => unknown)[] {
  const takesSeveral = (lookUp(schema).oneOf ?? []).some(({ items }) => items !== undefined);
  return [(value) => value, ...(takesSeveral ? [(value: unknown) => [value]] : [])];
}

/** The body with each value in every place of the schema, one at a time. */
function* wrongBodies(
  values: readonly unknown[],
  schema: Schema,
  wrap: (value: unknown) => unknown,
  depth = 0,
): Generator {
  for (const value of values) yield wrap(value);
  if (depth > 3) return;
  const { properties = {}, items, anyOf = [] } = resolve(schema);
  for (const [name, inner] of Object.entries(properties))
    yield* wrongBodies(values, inner, (value) => wrap({ [name]: value }), depth + 1);
  if (items !== undefined) yield* wrongBodies(values, items, (value) => wrap([value]), depth + 1);
  for (const inner of anyOf) yield* wrongBodies(values, inner, wrap, depth + 1);
}

function complaints({ detail, errors }: ProblemBody): string[] {
  return [detail, ...errors.map((violation) => violation.detail)].filter(
    (text) => MACHINE_WORDS.test(text.replaceAll(/"[^"]*"/gu, '')) || !SENTENCE.test(text),
  );
}

async function complaintsOf(request: {
  method: 'POST' | 'GET' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  payload?: string;
}): Promise<string[]> {
  const headers = { ...asOperator, ...(request.payload !== undefined && { 'content-type': 'application/json' }) };
  const reply = await service.request({ ...request, headers });
  if (reply.statusCode < 400) return [];
  if (reply.statusCode >= 500) return [`${reply.statusCode} ${request.url} ${request.payload}`];
  return complaints(reply.json<ProblemBody>()).map(
    (text) => `${text} <- ${request.payload?.slice(0, 200) ?? request.url}`,
  );
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const operations = Object.entries(openApiFile.paths as unknown as Record<string, Record<string, Operation>>)
  .filter(([path]) => !path.startsWith('/oauth/')) // OAuth has its own errors
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as 'POST',
      url: path.replace('{id}', '01a1dcb4-4c4a-75f8-b904-7e31f36f1181').replace(/\{\w+\}/u, 'x'),
      operation,
    })),
  );

/** A quarter of the values shows that an operation uses the shared messages; the release check sends every value. */
const SETS = [
  { title: 'a quarter of the wrong values', values: WRONG.filter((_, index) => index % 4 === 0), options: {} },
  { title: 'every wrong value', values: WRONG, options: { tags: ['heavy'] } },
];

describe.each(SETS)('no message uses words of a schema validator: $title', ({ values, options }) => {
  const withBody = operations.filter(({ operation }) => operation.requestBody !== undefined);

  it.each(withBody)('about the body of $method $url', options, async ({ method, url, operation }) => {
    const found = new Set<string>();
    const schema = operation.requestBody?.content['application/json']?.schema ?? {};
    for (const wrap of waysToSend(schema))
      for (const body of wrongBodies(values, schema, wrap))
        for (const text of await complaintsOf({ method, url, payload: JSON.stringify(body) })) found.add(text);
    expect([...found]).toEqual([]);
  });

  it.each(analysisTypes)('about the parameters of $name', options, async ({ name, parameters }) => {
    const found = new Set<string>();
    const wrap = (value: unknown) => ({ analysis_type: name, filter: {}, parameters: value });
    for (const body of wrongBodies(values, parameters, wrap))
      for (const text of await complaintsOf({ method: 'POST', url: '/analysis/run', payload: JSON.stringify(body) }))
        found.add(text);
    expect([...found]).toEqual([]);
  });

  it.each(operations)('about the query of $method $url', options, async ({ method, url, operation }) => {
    const names = (operation.parameters ?? [])
      .map(follow)
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name);
    const found = new Set<string>();
    for (const name of [...names, 'surprise'])
      for (const value of values.flat().slice(0, 30)) {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        const query = `${name}=${encodeURIComponent(text)}`;
        for (const complaint of await complaintsOf({ method, url: `${url}?${query}` })) found.add(complaint);
        for (const complaint of await complaintsOf({ method, url: `${url}?${query}&${query}` })) found.add(complaint);
      }
    expect([...found]).toEqual([]);
  });
});
