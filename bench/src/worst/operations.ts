import { readFileSync } from 'node:fs';

/** The keywords of JSON Schema that determine the size of a value. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  maxItems?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  query: readonly { name: string; schema: Schema; explode: boolean }[];
  body: Schema | undefined;
  form: boolean;
  /** True if no token is required. In that case, points are charged to the network. */
  open: boolean;
}

interface Described {
  operationId: string;
  security: readonly object[];
  parameters?: readonly { name: string; in: string; schema: Schema; explode?: boolean }[];
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
}

const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};

/** Every operation in openapi.json. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, security, parameters = [], requestBody }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path,
    query: parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema, explode = true }) => ({ name, schema, explode })),
    body: requestBody?.content['application/json']?.schema,
    form: requestBody?.content['application/x-www-form-urlencoded'] !== undefined,
    open: security.length === 0,
  })),
);

export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const target = schema.$ref
    .replace(/^#\//u, '')
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
  return resolve(target as Schema);
}
