import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isScope, KEY_SCOPES, readScopes, SCOPE_MEANINGS, SCOPES } from './scope.ts';

describe('the scopes', () => {
  it('are each explained', () => {
    expect(Object.keys(SCOPE_MEANINGS)).toEqual([...SCOPES]);
  });

  it('have the form that OAuth allows (RFC 6749, 3.3), and no name twice', () => {
    for (const scope of SCOPES) expect(scope).toMatch(/^[a-z]+:[a-z]+$/u);
    expect(new Set(SCOPES).size).toBe(SCOPES.length);
  });

  it('may all be granted to an API key except the management of tokens and people', () => {
    expect(SCOPES.filter((scope) => !KEY_SCOPES.includes(scope))).toEqual(['tokens:manage', 'people:manage']);
    expect(KEY_SCOPES.every(isScope)).toBe(true);
  });
});

describe('isScope', () => {
  it.each(['', ' ', 'root', 'questions', 'questions:', 'QUESTIONS:READ', ' questions:read', 'toString'])(
    'does not know "%s"',
    (text) => {
      expect(isScope(text)).toBe(false);
    },
  );
});

describe('readScopes', () => {
  it('reads any list of scopes, without repeats and in canonical order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SCOPES)), (list) => {
        expect(readScopes(list.join(' '))).toEqual(SCOPES.filter((scope) => list.includes(scope)));
      }),
    );
  });

  it.each([
    ['', []],
    [' ', []],
    ['openid profile', []],
    ['questions:read  audit:read', ['questions:read', 'audit:read']],
    ['questions:read,audit:read', []],
    ['questions:reader QUESTIONS:READ', []],
    ['root questions:play', ['questions:play']],
  ])('reads "%s"', (list, expected) => {
    expect(readScopes(list)).toEqual(expected);
  });
});
