import { describe, expect, it } from 'vitest';
import { formCookie, readCookie } from './cookie.ts';

describe('readCookie', () => {
  it.each([
    ['quaestor=a', 'a'],
    ['theme=dark; quaestor=a; sticky=1', 'a'],
    ['theme=dark;quaestor=a', 'a'],
    ['quaestor=a; quaestor=a', 'a'],
    ['quaestor=', ''],
  ])('finds it in %s', (header, value) => {
    expect(readCookie(header, 'quaestor')).toBe(value);
  });

  it.each(['', 'theme=dark', '__Host-quaestor=a', 'quaestor_theme=a', 'Quaestor=a', 'x=quaestor=a', 'quaestor'])(
    'finds none in %j',
    (header) => {
      expect(readCookie(header, 'quaestor')).toBeUndefined();
    },
  );

  it('ignores two cookies with different values', () => {
    expect(readCookie('quaestor=a; quaestor=b', 'quaestor')).toBe('');
  });

  it('searches at most 16 KiB', () => {
    const filler = (length: number) => 'x'.repeat(length - '; quaestor=a'.length);
    expect(readCookie(`${filler(16 * 1024)}; quaestor=a`, 'quaestor')).toBe('a');
    expect(readCookie(`${filler(160 * 1024)}; quaestor=a`, 'quaestor')).toBeUndefined();
    expect(readCookie(';'.repeat(64 * 1024), 'quaestor')).toBeUndefined();
  });
});

describe('formCookie', () => {
  it('is limited to this host and hidden from scripts', () => {
    expect(formCookie('c', 'v', { isSecure: false, maxAgeSeconds: 5 })).toBe(
      'c=v; Path=/; Max-Age=5; HttpOnly; SameSite=Lax',
    );
    expect(formCookie('__Host-c', 'v', { isSecure: true, maxAgeSeconds: 0 })).toMatch(/; Secure$/u);
  });
});
