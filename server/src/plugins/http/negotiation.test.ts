import { describe, expect, it } from 'vitest';
import { acceptsJson } from './negotiation.ts';

describe('acceptsJson', () => {
  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'APPLICATION/JSON',
    'application/*',
    'application/json; charset=utf-8',
    'application/json;q=0.1',
    'text/html, application/xhtml+xml, */*;q=0.8',
    'application/problem+json',
    'text/html;q=0, application/json',
    'application/problem+json;q=0, */*',
    'application/*;q=0, application/json',
  ])('%s accepts JSON', (accept) => {
    expect(acceptsJson(accept)).toBe(true);
  });

  it.each([
    'text/html',
    'text/*',
    'application/xml',
    'application/json;q=0',
    'application/json;q=0.000',
    '*/*;q=0',
    'application/json;q=0, */*',
    '*/*, application/json; q=0',
    'application/*;q=0, */*',
    'application/jsonl',
    'json',
  ])('%s does not accept JSON, as the most specific range decides', (accept) => {
    expect(acceptsJson(accept)).toBe(false);
  });
});
