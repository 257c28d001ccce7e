import { readFileSync } from 'node:fs';
import { Ajv2020 as Ajv, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { isLanguageTag } from '../../src/domain/questions/question.ts';

/** The part of JSON Schema that openapi.json uses; schema-arbitrary.ts rejects any other keyword. */
export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  oneOf?: readonly JsonSchema[];
  anyOf?: readonly JsonSchema[];
  /** Only for `AnalysisRequest`: the parameters of each type; see analysis-arbitrary.ts. */
  allOf?: readonly { if: JsonSchema; then: JsonSchema }[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean;
  items?: JsonSchema;
  minItems?: number;
  minProperties?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  pattern?: string;
  format?: string;
  'x-known-category'?: boolean;
  'x-whole-answer'?: boolean;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  explode?: boolean;
  schema: JsonSchema;
}

interface RawOperation {
  operationId: string;
  security: readonly { bearer?: readonly string[] }[];
  parameters?: readonly Parameter[];
  requestBody?: { content: Readonly<Record<string, { schema: JsonSchema }>> };
  responses: Readonly<Record<string, RawResponse>>;
}

interface RawResponse {
  $ref?: string;
  content?: Readonly<Record<string, { schema?: JsonSchema }>>;
}

interface Document {
  components: { responses: Readonly<Record<string, RawResponse>> };
  paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  body: JsonSchema | undefined;
  /** Whether the body may also be a form, and errors have the form of RFC 6749. */
  oauth: boolean;
  /** A caller must have one of these; if empty, any token is enough; if undefined, no token is needed. */
  scopes: readonly string[] | undefined;
  /** Whether the operation is for people who are signed in, and rejects tokens. */
  peopleOnly: boolean;
  /** The schemas that replies must match, indexed by status, then by media type. */
  replies: ReadonlyMap<number, ReadonlyMap<string, ValidateFunction>>;
  /** Describes the operation when a failing request is printed. */
  [fc.toStringMethod]: () => string;
}

const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as Document;
const ajv = createAjv();

/** Every documented operation. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    parameters: (operation.parameters ?? []).map(resolve),
    body: operation.requestBody?.content['application/json']?.schema,
    oauth: operation.requestBody?.content['application/x-www-form-urlencoded'] !== undefined,
    scopes: operation.security.length === 0 ? undefined : operation.security.flatMap(({ bearer = [] }) => bearer),
    peopleOnly: operation.security.length > 0 && operation.security.every(({ bearer }) => bearer === undefined),
    replies: readReplies(path, method, operation),
    [fc.toStringMethod]: () => operation.operationId,
  })),
);

/** Whether a body matches the schema of an error, for replies that belong to no operation. */
export const isProblem = ajv.compile({ $ref: 'openapi.json#/components/schemas/Problem' });

/** A check of the schema at a place of openapi.json, as `#/paths/…`. */
export function compileAt(pointer: string): ValidateFunction {
  return ajv.compile({ $ref: `openapi.json${pointer}` });
}

/** What a reference points to; anything else as it is. */
export function resolve<Value extends { $ref?: string }>(value: Value): Value {
  if (value.$ref === undefined) return value;
  const target = value.$ref
    .replace(/^#\//u, '')
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
  return resolve(target as Value);
}

function createAjv(): Ajv {
  const ajv = new Ajv({ strict: false, validateSchema: false });
  ajv.addFormat('uuid', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/u);
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/iu);
  ajv.addFormat('language-tag', { validate: isLanguageTag });
  ajv.addFormat('binary', true);
  ajv.addFormat('uri', { validate: (text: string) => URL.canParse(text) });
  ajv.addKeyword({ keyword: 'x-known-category' });
  ajv.addKeyword({ keyword: 'x-whole-answer' });
  ajv.addSchema(document, 'openapi.json');
  return ajv;
}

function readReplies(path: string, method: string, { responses }: RawOperation): Operation['replies'] {
  return new Map(
    Object.entries(responses).map(([status, { $ref, ...own }]) => {
      const response = $ref === undefined ? own : document.components.responses[$ref.split('/').at(-1) ?? ''];
      const pointer = $ref ?? `#/paths/${escapePointer(path)}/${method}/responses/${status}`;
      const place = `openapi.json${pointer}/content`;
      const types = Object.keys(response?.content ?? {}).map((type): [string, ValidateFunction] => [
        type,
        ajv.compile({ $ref: `${place}/${escapePointer(type)}/schema` }),
      ]);
      return [Number(status), new Map(types)];
    }),
  );
}

function escapePointer(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}
