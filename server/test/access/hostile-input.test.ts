import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../cpu-ms.ts';
import { asOperator, draft, startTestService } from '../harness.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: 'questions:read,questions:write' });

/** Texts on which a careless regular expression backtracks endlessly. */
const PATTERNS: readonly (readonly [string, (size: number) => string])[] = [
  ['spaces', (size) => `a${' '.repeat(size)}b`],
  ['commas', (size) => ','.repeat(size)],
  ['quotes', (size) => '"'.repeat(size)],
  ['a and !', (size) => `${'a'.repeat(size)}!`],
  ['a- and !', (size) => `${'a-'.repeat(size / 2)}!`],
  ['digits', (size) => `${'0'.repeat(size)}x`],
  ['dots', (size) => `${'a.'.repeat(size / 2)}a.`],
  ['q=0', (size) => 'a;q=0,'.repeat(size / 6)],
];

const PLACES: readonly (readonly [string, (text: string) => InjectOptions])[] = [
  ...['accept', 'authorization', 'if-none-match', 'prefer', 'traceparent', 'x-request-id', 'content-type'].map(
    (name): readonly [string, (text: string) => InjectOptions] => [
      `the header ${name}`,
      (text) => ({ url: '/questions', headers: { [name]: text } }),
    ],
  ),
  ['the header host', (text) => ({ url: '/questions', headers: { host: text.replace(/[ "]/gu, 'x') } })],
  [
    'the header idempotency-key',
    (text) => ({ method: 'POST', url: '/questions', headers: { 'idempotency-key': text }, payload: draft() }),
  ],
  [
    'the header if-match',
    (text) => ({ method: 'DELETE', url: '/questions/x', headers: { ...asOperator, 'if-match': text } }),
  ],
  [
    'the content type',
    (text) => ({
      method: 'POST',
      url: '/questions',
      headers: { 'content-type': `application/json; charset=${text}` },
      payload: '{}',
    }),
  ],
  ...['q', 'category', 'ids', 'cursor', 'created_after', 'language', 'fields', 'unknown'].map(
    (name): readonly [string, (text: string) => InjectOptions] => [
      `the parameter ${name}`,
      (text) => ({ url: '/questions', query: { [name]: text } }),
    ],
  ),
  ['the path', (text) => ({ url: `/questions/${encodeURIComponent(text).slice(0, 20_000)}` })],
  ['an unknown path', (text) => ({ url: `/${encodeURIComponent(text).slice(0, 20_000)}` })],
  ['a text', (text) => ({ method: 'POST', url: '/questions', payload: draft({ question_text: text.slice(0, 4000) }) })],
  ['a language', (text) => ({ method: 'POST', url: '/questions', payload: draft({ language: text }) })],
  ['a client', (text) => ({ method: 'POST', url: '/oauth/token', payload: { client_id: text, client_secret: text } })],
];

describe.each(PLACES)('%s', (_place, request) => {
  it.each(PATTERNS)('takes linear time for %s', async (_name, make) => {
    await service.request(request(make(1000)));
    const started = cpuMs();
    const reply = await service.request(request(make(30_000)));
    // 30,000 characters take a millisecond or two in linear time, and seconds in quadratic time.
    expect(cpuMs() - started).toBeLessThan(500);
    expect(reply.statusCode).toBeLessThan(500);
  });
});

describe('a field named after the prototype of all objects', () => {
  it.each(['__proto__', 'constructor', 'prototype'])('%s is an unknown field like any other', async (name) => {
    const body = `{"question_text": "Why?", "${name}": {"polluted": true}}`;
    const reply = await service.request({
      method: 'POST',
      url: '/questions',
      headers: { 'content-type': 'application/json' },
      payload: body,
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.body).toContain(name);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('has no effect in a query or a form either', async () => {
    await service.request({ url: '/questions?__proto__[polluted]=1&constructor.prototype.polluted=1' });
    await service.request({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '__proto__[polluted]=1&__proto__=1&grant_type=client_credentials',
    });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
