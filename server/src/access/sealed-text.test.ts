import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSealed, seal, unseal } from './sealed-text.ts';

const text = fc.string({ unit: 'grapheme' });

describe('a sealed text', () => {
  it('can be read again with its key', () => {
    fc.assert(
      fc.property(text, text, (content, key) => {
        expect(unseal(seal(content, key), key)).toBe(content);
      }),
    );
  });

  it('cannot be read with another key', () => {
    fc.assert(
      fc.property(text, text, text, (content, key, other) => {
        fc.pre(key !== other);
        expect(unseal(seal(content, key), other)).toBeUndefined();
      }),
    );
  });

  it('cannot be read if a single byte was changed', () => {
    fc.assert(
      fc.property(text, text, fc.nat(), fc.integer({ min: 1, max: 255 }), (content, key, place, change) => {
        const sealed = seal(content, key);
        const bytes = Buffer.from(sealed.slice('sealed:'.length), 'base64');
        const index = place % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ change;
        expect(unseal(`sealed:${bytes.toString('base64')}`, key)).toBeUndefined();
      }),
    );
  });

  it('cannot be read if it was truncated', () => {
    const bytes = Buffer.from(seal('text', 'key').slice('sealed:'.length), 'base64');
    for (let length = 0; length < bytes.length; length += 1)
      expect(unseal(`sealed:${bytes.toString('base64', 0, length)}`, 'key')).toBeUndefined();
  });

  it('shows neither the text nor the key', () => {
    const secret = 'qst_abcdefghijklmnopqrstuvwxyz01232LolCm';
    const sealed = seal(JSON.stringify({ token: secret }), `Bearer ${secret}`);
    const bytes = Buffer.from(sealed.slice('sealed:'.length), 'base64').toString('latin1');
    for (const part of [secret, 'token', 'qst_']) {
      expect(sealed).not.toContain(part);
      expect(bytes).not.toContain(part);
    }
  });

  it('differs each time', () => {
    expect(new Set(Array.from({ length: 10 }, () => seal('the same', 'key'))).size).toBe(10);
  });

  it('can be distinguished from a plain text', () => {
    expect(isSealed(seal('', ''))).toBe(true);
    for (const body of ['', '{}', '{"sealed:":1}', ' sealed:', '[]']) expect(isSealed(body)).toBe(false);
  });
});
