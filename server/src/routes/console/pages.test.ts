import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { asksForPage } from './pages.ts';

const ID = '019a8f00-0000-7000-8000-000000000001';
const asks = (url: string, headers: Record<string, string>, method = 'GET') =>
  asksForPage({ method, url, headers } as unknown as IncomingMessage);
const navigation = { 'sec-fetch-dest': 'document', accept: 'text/html,*/*;q=0.8' };

describe('a page', () => {
  it.each([
    '/',
    '/sign-in',
    '/questions',
    '/questions/',
    '/questions?q=moon&category=Astronomy',
    '/questions/new',
    '/categories',
    `/questions/${ID}`,
  ])('is %s when a browser navigates there', (url) => {
    expect(asks(url, navigation)).toBe(true);
    expect(asks(url, navigation, 'HEAD')).toBe(true);
    expect(asks(url, { accept: 'text/html,application/xhtml+xml' })).toBe(true); // over plain HTTP
  });

  it.each([
    '/questions/export?format=csv',
    '/questions/random',
    '/docs',
    '/problems/timeout',
    '/v1/questions',
    '/openapi.json',
    `/questions/${ID}/versions`,
    '//questions',
    '/console/index.html',
  ])('is not %s', (url) => expect(asks(url, navigation)).toBe(false));
});

describe('the API', () => {
  it.each([
    [{}],
    [{ accept: '*/*' }],
    [{ accept: 'application/json' }],
    [{ accept: 'application/json, text/html' }],
    [{ 'sec-fetch-dest': 'empty', accept: 'text/html' }],
    [{ 'sec-fetch-dest': 'image' }],
  ])('is asked with %j', (headers) => expect(asks('/questions', headers as Record<string, string>)).toBe(false));

  it('handles every method except GET and HEAD', () => {
    expect(asks('/questions', navigation, 'POST')).toBe(false);
  });
});
