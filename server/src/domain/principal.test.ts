import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anonymous, playsOnly } from './principal.ts';
import { SCOPES, type Scope } from './scope.ts';

describe('anonymous', () => {
  it('has the scopes it is given, no credential and no end', () => {
    expect(anonymous(['questions:read'])).toEqual({
      id: 'anonymous',
      kind: 'anonymous',
      name: 'anonymous',
      scopes: ['questions:read'],
      token_id: null,
      expires_at: null,
    });
  });
});

describe('playsOnly', () => {
  it.each<[Scope[], boolean]>([
    [[], false],
    [['questions:play'], true],
    [['questions:read'], false],
    [['questions:play', 'questions:read'], false],
    [['questions:play', 'questions:write'], true],
    [['audit:read'], false],
  ])('of %j is %s', (scopes, expected) => {
    expect(playsOnly(anonymous(scopes))).toBe(expected);
  });

  it('never hides answers from whoever may read them', () => {
    fc.assert(
      fc.property(fc.subarray([...SCOPES]), (scopes) => {
        expect(playsOnly(anonymous([...scopes, 'questions:read']))).toBe(false);
      }),
    );
  });
});
