import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The rules of "One form for each thing" in docs/reference/api-conventions.md, with all exceptions. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
interface Parameter {
  $ref?: string;
  in: string;
  name: string;
  schema: Schema;
}
interface Operation {
  operationId: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>;
}
interface Document {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
}

const ROOT = new URL('../../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');
const api = JSON.parse(read('openapi.json')) as Document;

const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

function resolve(schema: Schema | undefined): Schema {
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? (schema ?? {}) : (api.components.schemas[name] ?? {});
}

function bodyOf({ responses }: Operation, status: string): string[] {
  const schema = responses[status]?.content?.['application/json']?.schema;
  return Object.keys(resolve(schema).properties ?? {});
}

function queryOf({ parameters = [] }: Operation): string[] {
  const resolved = parameters.map((parameter) => {
    const name = parameter.$ref?.split('/').at(-1);
    return name === undefined ? parameter : (api.components.parameters?.[name] ?? parameter);
  });
  return resolved.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
}

describe('the API has one form for each thing', () => {
  it('lists are `data` and `pagination`', () => {
    const others = operations
      .filter(({ operation }) => operation.operationId.startsWith('list'))
      .filter(({ operation }) => !['data', 'pagination'].every((name) => bodyOf(operation, '200').includes(name)))
      .map(({ path }) => path);
    // The specification defines the first; the second is continued by position.
    expect(others).toEqual(['/events', '/categories']);
  });

  it('everything that can be created in a collection can be read by id', () => {
    const unreadable = operations
      .filter(({ path, method, operation }) => method === 'post' && isCollection(path) && operation.deprecated !== true)
      .map(({ path }) => path)
      .filter((path) => !Object.keys(api.paths).some((other) => isMemberOf(other, path)));
    // A passkey consists of nothing but what the list shows.
    expect(unreadable).toEqual(['/passkeys']);
  });

  it('DELETE returns what identifies the resource and when it was deleted, or 204 if the caller prefers', () => {
    const others = operations
      .filter(({ method }) => method === 'delete')
      .filter(({ operation }) => {
        const body = bodyOf(operation, '200');
        const isIdentified = body.includes('id') || body.includes('name');
        return !(isIdentified && body.includes('deleted') && body.includes('deleted_at') && operation.responses['204']);
      })
      .map(({ path }) => path);
    expect(others).toEqual(['/people/{id}/sessions']); // deletes several, and returns how many
  });

  it('resources say by `created_by` and `created_at` who created them and when', () => {
    const resources = Object.entries(api.components.schemas).filter(
      ([, { properties = {} }]) => 'id' in properties && 'created_at' in properties,
    );
    const others = resources.filter(([, { properties = {} }]) => !('created_by' in properties)).map(([name]) => name);
    // Deliveries are created by the service; draws, sessions and passkeys are visible only to their owner; those who
    // wrote a question are in its versions, which players cannot read.
    const expected = ['CurrentSession', 'Draw', 'Passkey', 'Session', 'WebhookDelivery'];
    const questions = ['PartialQuestion', 'Question', 'QuestionChange', 'QuestionUpsert'];
    expect(others.toSorted()).toEqual([...expected, ...questions].toSorted());
  });

  it('whatever can be filtered by "after" a time can be filtered by "before" one', () => {
    const unpaired = operations.flatMap(({ path, operation }) => {
      const names = queryOf(operation);
      return names
        .filter((name) => /_(?:after|before)$/u.test(name))
        .filter(
          (name) => !names.includes(name.replace(/after$|before$/u, (end) => (end === 'after' ? 'before' : 'after'))),
        )
        .map((name) => `${path} ${name}`);
    });
    expect(unpaired).toEqual([]);
  });

  it('"undo" and its like are only in names that are deprecated', () => {
    const named = operations
      .filter(({ path, operation }) => /undo|rollback/iu.test(`${path} ${operation.operationId}`))
      .filter(({ operation }) => operation.deprecated !== true);
    expect(named).toEqual([]);
  });

  it('shares are called shares', () => {
    const names = JSON.stringify(api.components.schemas).match(
      /"[a-z_]*(?:fraction|percent|proportion)(?!ile)[a-z_]*":/gu,
    );
    expect(names).toBeNull();
  });

  it('the API and all packages have one version', () => {
    const packages = ['', 'server/', 'client/', 'cli/', 'mcp/', 'console/', 'e2e/', 'bench/'];
    const versions = packages.map(
      (folder) => (JSON.parse(read(`${folder}package.json`)) as { version: string }).version,
    );
    const command = /VERSION = '(?<version>.*)'/u.exec(read('cli/src/version.ts'))?.groups?.['version'];
    expect(new Set([...versions, api.info.version, command]).size).toBe(1);
  });

  it('the reference documents the rules', () => {
    const page = read('docs/reference/api-conventions.md');
    const section = page.split('## One form for each thing')[1]?.split('\n## ')[0] ?? '';
    const exceptions = ['/events', '/categories', '/passkeys', '/people/{id}/sessions'];
    expect(exceptions.filter((path) => !section.includes(`\`${path}\``))).toEqual([]);
    const deprecated = operations
      .filter(({ operation }) => operation.deprecated === true)
      .map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(deprecated.filter((request) => !section.includes(`\`${request}\``))).toEqual([]);
  });
});

function isCollection(path: string): boolean {
  return /^(?:\/[a-z-]+\/\{id\})?\/[a-z-]+s$/u.test(path);
}

function isMemberOf(other: string, path: string): boolean {
  const rest = other.startsWith(`${path}/`) ? other.slice(path.length + 1) : '';
  return /^\{[a-z_]+\}$/u.test(rest) && api.paths[other]?.['get'] !== undefined;
}
