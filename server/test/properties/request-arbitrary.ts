import fc from 'fast-check';
import { catalogue } from '../../src/errors.ts';
import {
  plotName,
  validAnalysis,
  validAssignment,
  validBulkAssignment,
  validDismissal,
  validRowDismissal,
} from './analysis-arbitrary.ts';
import { validBulk } from './bulk-arbitrary.ts';
import { anyCaller, OPERATOR, sendsToken } from './callers.ts';
import type { Bank, FuzzRequest, Part } from './fuzz-request.ts';
import { grantable } from './grantable-body.ts';
import { takesFile, validFile } from './import-arbitrary.ts';
import { broken, rawGarbage } from './mutations.ts';
import { validLogin, wrongLogin } from './oauth-arbitrary.ts';
import { type JsonSchema, type Operation, operations } from './openapi-document.ts';
import { brokenQuery, validPairs, writeQuery } from './query-arbitrary.ts';
import { brokenHeaders, validHeaders } from './request-headers.ts';
import { pickFrom, validText, validValue } from './schema-arbitrary.ts';

/** Any request to any operation, mostly to those in `sought`: half are valid, half have one or more broken parts. */
export function anyRequest(bank: Bank, sought: ReadonlySet<string>): fc.Arbitrary<FuzzRequest> {
  const weighted = operations.map((operation) => ({
    weight: (WEIGHTS[operation.path.split('/')[1] ?? ''] ?? 5) * (sought.has(operation.id) ? 20 : 1),
    arbitrary: requestTo(operation, bank),
  }));
  return fc.oneof(...weighted, { weight: 6, arbitrary: nextPage(bank) });
}

const WEIGHTS: Readonly<Record<string, number>> = {
  questions: 16,
  categories: 9,
  draws: 16,
  datasets: 8,
  imports: 8,
  changes: 8,
  webhooks: 8,
  views: 8,
  assignments: 8,
  analysis: 12,
  dismissals: 8,
  duplicates: 6,
  tokens: 9,
  people: 9,
  clients: 9,
  oauth: 6,
};

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
        form: operation.oauth && !chosen.includes('body') ? fc.boolean() : fc.constant(false),
        caller: anyCaller(bank),
      })
      .map(({ method, path, query, headers, body, form, caller }): FuzzRequest => {
        const written = body?.(path.id);
        const payload = form && written !== undefined ? toForm(written) : written;
        const mediaType = takesFile(operation) ? 'text/csv' : 'application/json';
        const type = payload === undefined ? {} : { 'content-type': mediaType };
        const url = `${path.url}${query === '' ? '' : `?${query}`}`;
        const sent = {
          ...(sendsToken(operation) && caller.headers),
          ...type,
          ...headers,
          ...(form && !chosen.includes('headers') && { 'content-type': 'application/x-www-form-urlencoded' }),
        };
        return { operation, method, url, headers: sent, payload, caller, spoilt: chosen };
      });
  });
}

/** Parts that can be broken without turning the request into one to another operation. */
function spoilable({ path, method }: Operation): Part[] {
  const parts: Part[] = ['query', 'headers'];
  if (path.includes('{')) parts.push('path');
  if (method !== 'GET') parts.push('body');
  if (!WITHIN_OTHERS.includes(path)) parts.push('method');
  return parts;
}

/** With another method, these paths match `/questions/{id}` and the like. */
const WITHIN_OTHERS = [
  '/questions/bulk',
  '/questions/export',
  '/questions/facets',
  '/questions/languages',
  '/questions/random',
  '/tokens/current',
  '/analysis/types',
  '/assignments/bulk',
  '/analysis/run',
  '/passkeys/options',
];

interface Parts {
  method: fc.Arbitrary<string>;
  path: fc.Arbitrary<{ url: string; id: string }>;
  query: fc.Arbitrary<string>;
  headers: fc.Arbitrary<Record<string, string>>;
  /** The body may have to repeat the id of the path. */
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
        : fittingBody(operation, body, bank).map(
            (value) => (id: string) =>
              takesFile(operation) ? Buffer.from(String(value)) : toBytes(grantable(operation, withPathId(value, id))),
          ),
  };
}

function brokenParts(operation: Operation, bank: Bank): Parts {
  const body = operation.body === undefined ? fc.constant<unknown>({}) : anyBody(operation, operation.body, bank);
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
      { weight: 2, arbitrary: fc.constant(() => Buffer.from(`{${' '.repeat(70_000)}}`)) },
      { weight: 1, arbitrary: fc.constant(undefined) },
      {
        weight: operation.oauth ? 3 : 0,
        arbitrary: wrongLogin(operation, bank).map((value) => () => toBytes(value)),
      },
    ),
  };
}

function fittingBody(operation: Operation, schema: JsonSchema, bank: Bank): fc.Arbitrary<unknown> {
  if (operation.oauth) return validLogin(operation, bank);
  if (takesFile(operation)) return validFile;
  if (operation.id === 'changeQuestionsInBulk') return validBulk(schema, bank);
  if (operation.id === 'createDismissal') return validDismissal(schema, bank);
  if (operation.id === 'createAssignment') return validAssignment(schema, bank);
  if (operation.id === 'assignInBulk') return validBulkAssignment(schema, bank);
  if (operation.id === 'createRowDismissal') return validRowDismissal(schema, bank);
  return operation.id === 'runAnalysis' ? validAnalysis(schema, bank) : validValue(schema, bank);
}

/** The OAuth endpoints accept less than their schema allows, so they are sent both. */
function anyBody(operation: Operation, schema: JsonSchema, bank: Bank): fc.Arbitrary<unknown> {
  const fitting = fittingBody(operation, schema, bank);
  return operation.oauth ? fc.oneof(fitting, validValue(schema, bank)) : fitting;
}

function toForm(json: Buffer): Buffer {
  const parameters = JSON.parse(json.toString()) as Record<string, string>;
  return Buffer.from(new URLSearchParams(parameters).toString());
}

function toBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? 'null');
}

function withPathId(value: unknown, id: string): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? { ...value, id } : value;
}

function pathOf(operation: Operation, id: fc.Arbitrary<string>): Parts['path'] {
  const base = fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constant('/v1') });
  return fc.tuple(base, id, plotName).map(([prefix, value, plot]) => ({
    url: `${prefix}${operation.path.replace('{plot}', plot).replace(/\{\w+\}/gu, () => value)}`,
    id: value,
  }));
}

function validId({ path, method }: Operation, bank: Bank): fc.Arbitrary<string> {
  // The categories themselves are not changed, since all other requests need them.
  if (path === '/categories/{name}' && method === 'GET')
    return fc.constantFrom(...bank.categories.map(encodeURIComponent));
  if (path.startsWith('/problems')) return fc.constantFrom(...Object.keys(catalogue));
  const lists: Readonly<Record<string, () => string[]>> = {
    draws: () => bank.draws,
    analysis: () => (method === 'DELETE' ? bank.analyses : [...bank.analyses.slice(-10), ...bank.ended]),
    duplicates: () => bank.dismissals,
    datasets: () => bank.datasets,
    imports: () => bank.imports,
    changes: () => bank.changes,
    webhooks: () => bank.webhooks,
    views: () => bank.views,
    assignments: () => bank.assignments,
    dismissals: () => bank.dismissals,
    tokens: () => bank.tokens,
    people: () => bank.people,
    clients: () => bank.clients,
  };
  const list = lists[path.split('/')[1] ?? ''] ?? (() => bank.live);
  const pool = pickFrom(list);
  return fc.oneof(
    { weight: 5, arbitrary: pool },
    { weight: 5, arbitrary: pickFrom(() => list().slice(-2)) }, // few, so that concurrent requests compete for them
    { weight: 3, arbitrary: pickFrom(() => bank.deleted) },
    { weight: 1, arbitrary: pool.map((id) => id.toUpperCase()) },
    { weight: 1, arbitrary: fc.uuid() },
  );
}

/** Never empty, since the path without an id belongs to another operation. */
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

/** The page after one that was seen before. */
function nextPage(bank: Bank): fc.Arbitrary<FuzzRequest> {
  const list = operations.find(({ id }) => id === 'listQuestions') as Operation;
  return fc
    .tuple(
      pickFrom(() => bank.links),
      validHeaders(list),
    )
    .map(([link, headers]) => ({
      ...link,
      method: 'GET',
      headers: { ...OPERATOR.headers, ...headers },
      payload: undefined,
      caller: OPERATOR,
      spoilt: [],
    }));
}
