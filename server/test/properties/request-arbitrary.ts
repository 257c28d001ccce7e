import fc from 'fast-check';
import { catalogue } from '../../src/errors.ts';
import { broken, rawGarbage } from './mutations.ts';
import { type Operation, operations, type Parameter } from './openapi-document.ts';
import { brokenHeaders, validHeaders } from './request-headers.ts';
import { type Known, pickFrom, validText, validValue } from './schema-arbitrary.ts';

/** What earlier answers have told: ids to ask for, pages to go on with. */
export interface Bank extends Known {
  live: string[];
  deleted: string[];
  draws: string[];
  cursors: string[];
  /** Next pages, from Link headers. */
  links: { operation: Operation; url: string }[];
}

export interface FuzzRequest {
  operation: Operation;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: Buffer | undefined;
  /** What was spoilt on purpose. Nothing: the request must not be refused as a bad one. */
  spoilt: readonly Part[];
}

export type Part = 'method' | 'path' | 'query' | 'headers' | 'body';

/** Any request to any operation, half of them valid and half with one part or several spoilt. */
export function anyRequest(bank: Bank): fc.Arbitrary<FuzzRequest> {
  const weighted = operations.map((operation) => ({
    weight: operation.path.startsWith('/questions') || operation.path.startsWith('/draws') ? 12 : 3,
    arbitrary: requestTo(operation, bank),
  }));
  return fc.oneof(...weighted, { weight: 6, arbitrary: nextPage(bank) });
}

function requestTo(operation: Operation, bank: Bank): fc.Arbitrary<FuzzRequest> {
  const none: Part[] = [];
  const spoilt = fc.oneof(
    { weight: 3, arbitrary: fc.constant(none) },
    { weight: 3, arbitrary: fc.subarray<Part>(spoilable(operation), { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.subarray<Part>(spoilable(operation), { minLength: 2 }) },
  );
  const parts = { valid: validParts(operation, bank), broken: brokenParts(operation, bank) };
  return spoilt.chain((chosen) => {
    const part = <Name extends keyof Parts>(name: Name) => (chosen.includes(name) ? parts.broken : parts.valid)[name];
    return fc
      .record({
        method: part('method'),
        path: part('path'),
        query: part('query'),
        headers: part('headers'),
        body: part('body'),
      })
      .map(({ method, path, query, headers, body }): FuzzRequest => {
        const payload = body?.(path.id);
        const type = payload === undefined ? {} : { 'content-type': 'application/json' };
        const url = `${path.url}${query === '' ? '' : `?${query}`}`;
        return { operation, method, url, headers: { ...type, ...headers }, payload, spoilt: chosen };
      });
  });
}

/** Parts that can be spoilt without turning the request into one to another operation. */
function spoilable({ path, method }: Operation): Part[] {
  const parts: Part[] = ['query', 'headers'];
  if (path.includes('{')) parts.push('path');
  if (method !== 'GET') parts.push('body');
  if (path !== '/questions/facets' && path !== '/questions/random') parts.push('method');
  return parts;
}

interface Parts {
  method: fc.Arbitrary<string>;
  path: fc.Arbitrary<{ url: string; id: string }>;
  query: fc.Arbitrary<string>;
  headers: fc.Arbitrary<Record<string, string>>;
  /** The body may have to name the id of the path. */
  body: fc.Arbitrary<((id: string) => Buffer) | undefined>;
}

function validParts(operation: Operation, bank: Bank): Parts {
  const { body } = operation;
  return {
    method: fc.constant(operation.method),
    path: pathOf(operation, validId(operation, bank)),
    query: validPairs(operation, bank).map(writeQuery),
    headers: validHeaders(operation),
    body:
      body === undefined
        ? fc.constant(undefined)
        : validValue(body, bank).map((value) => (id: string) => toBytes(withPathId(value, id))),
  };
}

function brokenParts(operation: Operation, bank: Bank): Parts {
  const body = operation.body === undefined ? fc.constant<unknown>({}) : validValue(operation.body, bank);
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].filter((method) =>
    operations.every((other) => other.path !== operation.path || other.method !== method),
  );
  return {
    method: fc.constantFrom(...others),
    path: pathOf(operation, brokenId(bank)),
    query: brokenQuery(operation, bank),
    headers: brokenHeaders(operation),
    body: fc.oneof(
      { weight: 6, arbitrary: broken(body).map((value) => () => toBytes(value)) },
      { weight: 3, arbitrary: rawGarbage(body.map((value) => String(toBytes(value)))).map((bytes) => () => bytes) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
  };
}

function toBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? 'null');
}

function withPathId(value: unknown, id: string): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? { ...value, id } : value;
}

function pathOf(operation: Operation, id: fc.Arbitrary<string>): Parts['path'] {
  const base = fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constant('/v1') });
  return fc.tuple(base, id).map(([prefix, value]) => ({
    url: `${prefix}${operation.path.replace(/\{\w+\}/gu, () => value)}`,
    id: value,
  }));
}

function validId({ path }: Operation, bank: Bank): fc.Arbitrary<string> {
  if (path.startsWith('/problems')) return fc.constantFrom(...Object.keys(catalogue));
  const list = () => (path.startsWith('/draws') ? bank.draws : bank.live);
  const pool = pickFrom(list);
  return fc.oneof(
    { weight: 5, arbitrary: pool },
    { weight: 5, arbitrary: pickFrom(() => list().slice(-2)) }, // where requests in flight meet
    { weight: 3, arbitrary: pickFrom(() => bank.deleted) },
    { weight: 1, arbitrary: pool.map((id) => id.toUpperCase()) },
    { weight: 1, arbitrary: fc.uuid() },
  );
}

/** Not empty: without an id the path is another one. */
function brokenId(bank: Bank): fc.Arbitrary<string> {
  const id = pickFrom(() => bank.live);
  return fc.oneof(
    fc.constantFrom(
      'nonsense',
      '1',
      '-1',
      'null',
      '%00',
      '%',
      '%zz',
      '%E2%82',
      'a%2Fb',
      '..%2f..%2f',
      '%2e%2e',
      '*',
      '~',
    ),
    fc.constantFrom(
      'a/b',
      'a//b',
      '/a',
      "'or''='",
      '%27%3bdrop%20table',
      '__proto__',
      'a;b=c',
      'a,b',
      '{id}',
      ':id',
      '@',
    ),
    fc.constantFrom(250, 257, 300, 5000).map((length) => 'i'.repeat(length)),
    validText(1, 60).map((text) => encodeURIComponent(text)),
    id.map((known) => known.replaceAll('-', '')),
    id.map((known) => `${known}%0a`),
    id.map((known) => `%7B${known}%7D`),
    id.map((known) => `${known},${known}`),
  );
}

type Pairs = [name: string, value: string][];

function validPairs(operation: Operation, bank: Bank): fc.Arbitrary<Pairs> {
  // A cursor is valid only for the filters it was made for: nextPage() sends those.
  const parameters = operation.parameters.filter(({ in: place, name }) => place === 'query' && name !== 'cursor');
  const each = parameters.map((parameter) => {
    const given = validValue(parameter.schema, bank, parameter.name).map((value) => writeParameter(parameter, value));
    const absent = fc.constant<Pairs>([]);
    return parameter.required === true
      ? given
      : fc.oneof({ weight: 6, arbitrary: absent }, { weight: 1, arbitrary: given });
  });
  return fc.tuple(...each).map((pairs) => pairs.flat());
}

/** A list is repeated or, where the description says so, separated by commas; an empty one cannot be written. */
function writeParameter({ name, schema, explode }: Parameter, value: unknown): Pairs {
  if (schema.type !== 'array') return [[name, String(value)]];
  const items = (value as unknown[]).map(String);
  if (explode === false) return items.length === 0 ? [] : [[name, items.join(',')]];
  return items.map((item) => [name, item]);
}

function writeQuery(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

function brokenQuery(operation: Operation, bank: Bank): fc.Arbitrary<string> {
  const names = operation.parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name);
  const name = names.length === 0 ? fc.constant('limit') : fc.constantFrom(...names);
  const value = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '-1',
      '0',
      '1.5',
      '1e3',
      '0x10',
      '٣',
      '1001',
      '101',
      '2147483648',
      '9'.repeat(40),
      'null',
      'NaN',
    ),
    fc.constantFrom(
      '\u0000',
      'a\u0007',
      '%',
      'Sciense',
      'and or not',
      '"',
      ':*',
      '2026-02-30T00:00:00Z',
      'xx--',
      ',',
      ',,',
      '[]',
    ),
    fc.constantFrom(60, 110, 250, 600, 3000).map((length) => 'v'.repeat(length)),
    pickFrom(() => bank.cursors),
    fc
      .tuple(
        pickFrom(() => bank.cursors),
        fc.nat({ max: 80 }),
      )
      .map(([cursor, cut]) => cursor.slice(cut)),
    fc.string({ unit: 'grapheme', maxLength: 10 }),
  );
  const strangeName = fc.constantFrom(
    'limt',
    'ofset',
    '__proto__',
    'constructor',
    'toString',
    'ids[]',
    'ids[0]',
    '',
    'q ',
  );
  const fragment = fc.oneof(
    fc.tuple(name, value).map((pair) => writeQuery([pair])),
    fc.tuple(name, value, value).map(([same, first, second]) =>
      writeQuery([
        [same, first],
        [same, second],
      ]),
    ),
    fc.tuple(strangeName, value).map((pair) => writeQuery([pair])),
    fc.tuple(name, value).map((pair) => writeQuery(Array.from({ length: 101 }, () => pair))),
    fc.constantFrom(
      '&&',
      '==',
      '%zz=%zz',
      'limit',
      'limit=%',
      'q=%c3%28',
      'q=%00',
      '?',
      'limit=1;offset=2',
      '%00=1',
      '+=+',
    ),
    pickFrom(() => bank.cursors).map((cursor) => `offset=0&cursor=${encodeURIComponent(cursor)}`),
  );
  return fc
    .tuple(validPairs(operation, bank), fc.array(fragment, { minLength: 1, maxLength: 3 }))
    .map(([pairs, fragments]) => [...(pairs.length === 0 ? [] : [writeQuery(pairs)]), ...fragments].join('&'));
}

/** The page behind one that was seen before. */
function nextPage(bank: Bank): fc.Arbitrary<FuzzRequest> {
  const list = operations.find(({ id }) => id === 'listQuestions') as Operation;
  return fc
    .tuple(
      pickFrom(() => bank.links),
      validHeaders(list),
    )
    .map(([link, headers]) => ({ ...link, method: 'GET', headers, payload: undefined, spoilt: [] }));
}
