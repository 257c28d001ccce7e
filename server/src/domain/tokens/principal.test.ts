import { describe, expect, it } from 'vitest';
import { anonymous } from './principal.ts';

describe('anonymous', () => {
  it('has the given scopes, no credential and no expiry', () => {
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
