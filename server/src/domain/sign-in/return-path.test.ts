import { describe, expect, it } from 'vitest';
import { readReturnPath } from './return-path.ts';

describe('a path to return to', () => {
  it.each(['/', '/console', '/console/questions?q=a%20b&x=1#row', '/@somebody', '/a//b', '/:8080'])(
    'may be %s',
    (path) => {
      expect(readReturnPath(path)).toBe(path);
    },
  );

  it.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '///elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '\t//elsewhere.example',
    '/.//elsewhere.example',
    '/..//elsewhere.example',
    '/%2e//elsewhere.example',
    '/a/..//elsewhere.example',
    'javascript:alert(1)',
    'console',
    '',
    ' /console',
    '/\r\nset-cookie: a=b',
    '/ü',
    `/${'a'.repeat(1000)}`,
  ])('is never %j', (path) => {
    expect(readReturnPath(path)).toBeUndefined();
  });
});
