import { readFileSync } from 'node:fs';
import type { LightMyRequestResponse } from 'fastify';

interface OpenApiOperation {
  operationId: string;
  tags: string[];
  security?: { bearer?: string[] }[];
  parameters?: { $ref?: string; name?: string; in?: string }[];
  requestBody?: { content: Record<string, OpenApiMedia> };
  responses: Record<string, OpenApiResponse>;
}

export interface OpenApiMedia {
  schema: object;
  example?: unknown;
  examples?: Record<string, { $ref?: string; value?: unknown }>;
}

interface OpenApiResponse {
  $ref?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, OpenApiMedia>;
}

interface OpenApiFile {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: { Violation: { properties: { code: { enum: string[] } } } };
    headers: Record<string, { required?: boolean; example: unknown; schema: { type: string } }>;
  };
}

/** The committed description of the API. */
export const openApiFile = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
) as OpenApiFile;

/** Every operation with its documented statuses. */
export const operations = Object.values(openApiFile.paths)
  .flatMap((path) => Object.values(path))
  .map(({ operationId, tags, responses }) => ({ operationId, tags, statuses: Object.keys(responses) }));

/** Resolves a reference; returns anything else unchanged. */
export function follow<Value extends object>(value: Value & { $ref?: string }): Value {
  if (value.$ref === undefined) return value;
  const target = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], openApiFile);
  return follow(target as Value);
}

const described = new Map(
  Object.entries(openApiFile.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      operation.operationId,
      { ...operation, path, method: method.toUpperCase() },
    ]),
  ),
);

/** The request of an operation, and the examples of its body. */
export function findOperation(id: string) {
  const operation = described.get(id);
  if (operation === undefined) throw new Error(`openapi.json has no operation ${id}`);
  const { security = [], parameters = [], requestBody } = operation;
  const json = requestBody?.content['application/json'];
  const peopleOnly = security.length > 0 && security.every(({ bearer }) => bearer === undefined);
  return {
    ...operation,
    parameters: parameters.map(follow),
    peopleOnly,
    open: security.length === 0,
    bodies: json === undefined ? [] : examplesOf(json),
  };
}

export function findResponse(id: string, status: number): OpenApiResponse | undefined {
  const response = findOperation(id).responses[status];
  return response === undefined ? undefined : follow(response);
}

export function examplesOf({ example, examples = {} }: OpenApiMedia): unknown[] {
  const named = Object.values(examples).map((entry) => follow(entry).value);
  return example === undefined ? named : [example];
}

/** The examples of a response of an operation. */
export function listExamples(id: string, { statusCode, headers }: LightMyRequestResponse): unknown[] {
  const media = findResponse(id, statusCode)?.content?.[String(headers['content-type']).split(';')[0] ?? ''];
  return media === undefined ? [] : examplesOf(media);
}
