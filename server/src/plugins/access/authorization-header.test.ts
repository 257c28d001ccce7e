import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { explainAuthorization, explainMissingToken } from './authorization-header.ts';

describe('explainAuthorization', () => {
  it.each([
    ['qst_abc', 'The word Bearer is missing before the token.'],
    ['Basic a2V5OnNlY3JldA==', 'The Authorization header is Basic'],
    ['Token qst_abc', 'does not begin with Bearer'],
    ['Bearer', 'There is no token after Bearer'],
    ['bearer  ', 'There is no token after Bearer'],
    ['Bearer: qst_abc', 'There is a colon after Bearer.'],
    ['Bearer Bearer qst_abc', 'The word Bearer is repeated.'],
    ['Bearer "qst_abc"', 'a token in quotes or brackets'],
    ['Bearer <token>', 'This is a placeholder'],
    ['Bearer $TOKEN', 'This is a placeholder'],
  ])('explains what is wrong with %s and what to send', (header, expected) => {
    expect(explainAuthorization(header)).toContain(expected);
    expect(explainAuthorization(header)).toContain('Send `Authorization: Bearer <token>`');
    expect(explainAuthorization(header)).not.toContain('qst_abc');
  });

  it('accepts a token in the right place', () => {
    expect(explainAuthorization('Bearer qst_abc')).toBeUndefined();
  });
});

describe('explainMissingToken', () => {
  const asked = (url: string, headers = {}) => ({ raw: { url }, headers }) as FastifyRequest;

  it.each(['/questions?access_token=x', '/questions?limit=1&api_key=x', '/questions?TOKEN=x'])(
    'finds a token in the URL: %s',
    (url) => {
      expect(explainMissingToken(asked(url))).toContain('Tokens are not accepted in the URL');
    },
  );

  it('finds one in another header', () => {
    expect(explainMissingToken(asked('/questions', { 'x-api-key': 'x' }))).toContain(
      'The header X-API-Key is not supported',
    );
  });

  it('returns undefined if there is none', () => {
    expect(explainMissingToken(asked('/questions?q=token'))).toBeUndefined();
  });
});
