import { describe, expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

describe('the relying party', () => {
  it('is the configured origin, regardless of the request', () => {
    const party = relyingPartyOf('https://quiz.example:8443/base', 'https://elsewhere.example');
    expect(party).toEqual({ id: 'quiz.example', origin: 'https://quiz.example:8443' });
  });

  it('is localhost without a configured one, with the port of the request', () => {
    expect(relyingPartyOf(undefined, 'http://localhost:8080')).toEqual({
      id: 'localhost',
      origin: 'http://localhost:8080',
    });
    expect(relyingPartyOf('http://localhost:8080', 'https://elsewhere.example')?.id).toBe('localhost');
  });

  it.each<[string | undefined, string]>([
    [undefined, 'https://quiz.example'],
    [undefined, 'http://127.0.0.1:8080'],
    [undefined, 'http://localhost.example'],
    [undefined, 'no origin'],
    ['http://quiz.example', 'http://localhost'],
    ['https://192.0.2.1', 'http://localhost'],
    ['https://[2001:db8::1]', 'http://localhost'],
    ['ftp://localhost', 'http://localhost'],
  ])('is undefined for %s and %s', (configured, requested) => {
    expect(relyingPartyOf(configured, requested)).toBeUndefined();
  });
});
