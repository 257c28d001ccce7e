import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  digestHeaderSecret,
  digestSecret,
  formSecret,
  isSecret,
  mayBeToken,
  SECRET_PREFIXES,
  type SecretKind,
  withoutSecrets,
} from './secret.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('');
const KINDS = Object.keys(SECRET_PREFIXES) as SecretKind[];

/** A secret with this random part. */
function secretOf(kind: SecretKind, random: string): string {
  const digits = random.split('').map((letter) => DIGITS.indexOf(letter));
  return formSecret(kind, () => digits.shift() ?? 0);
}

const random = fc.string({ unit: fc.constantFrom(...DIGITS), minLength: 30, maxLength: 30 });
const key = random.map((text) => secretOf('key', text));

describe('formSecret', () => {
  it.each([
    // CRC-32 of thirty zeros is 2011552642 = 2·62⁵ + 12·62⁴ + 8·62³ + 16·62² + 45·62 + 28.
    ['key', '0'.repeat(30), 'qst_0000000000000000000000000000002C8GjS'],
    // CRC-32 of this text is 2154666580 = 2·62⁵ + 21·62⁴ + 50·62³ + 47·62² + 12·62 + 48.
    ['access', 'abcdefghijklmnopqrstuvwxyz0123', 'qat_abcdefghijklmnopqrstuvwxyz01232LolCm'],
    ['client', 'abcdefghijklmnopqrstuvwxyz0123', 'qcs_abcdefghijklmnopqrstuvwxyz01232LolCm'],
  ] as const)('writes prefix, random part and checksum: %s', (kind, text, expected) => {
    expect(secretOf(kind, text)).toBe(expected);
  });

  it('writes 36 letters and digits after the prefix for any random values', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), random, (kind, text) => {
        const secret = secretOf(kind, text);
        expect(secret).toMatch(/^q(?:st|at|cs|ss|sl)_[0-9A-Za-z]{36}$/u);
        expect(secret.startsWith(`${SECRET_PREFIXES[kind]}${text}`)).toBe(true);
      }),
    );
  });
});

describe('isSecret', () => {
  it('accepts every key', () => {
    fc.assert(fc.property(key, (secret) => isSecret('key', secret)));
  });

  it('finds every change of a single character', () => {
    fc.assert(
      fc.property(
        key,
        fc.integer({ min: 4, max: 39 }),
        fc.constantFrom(...DIGITS, '-', 'é'),
        (secret, place, letter) => {
          fc.pre(secret[place] !== letter);
          expect(isSecret('key', `${secret.slice(0, place)}${letter}${secret.slice(place + 1)}`)).toBe(false);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('finds every change of every character of one key', () => {
    const secret = secretOf('key', 'abcdefghijklmnopqrstuvwxyz0123');
    for (let place = 4; place < secret.length; place += 1) {
      for (const letter of DIGITS) {
        const typed = `${secret.slice(0, place)}${letter}${secret.slice(place + 1)}`;
        expect(isSecret('key', typed), typed).toBe(typed === secret);
      }
    }
  });

  it('finds a key that was truncated or extended', () => {
    fc.assert(
      fc.property(key, fc.integer({ min: 4, max: 39 }), (secret, length) => {
        expect(isSecret('key', secret.slice(0, length))).toBe(false);
        expect(isSecret('key', `${secret}0`)).toBe(false);
      }),
    );
  });

  it('distinguishes the kinds', () => {
    for (const kind of KINDS) {
      const secret = secretOf(kind, '0'.repeat(30));
      expect(KINDS.filter((other) => isSecret(other, secret))).toEqual([kind]);
    }
  });
});

describe('mayBeToken', () => {
  it('accepts API keys, access tokens and anything an operator may choose', () => {
    fc.assert(fc.property(random, (text) => mayBeToken(secretOf('key', text)) && mayBeToken(secretOf('access', text))));
    expect(mayBeToken('x'.repeat(32))).toBe(true);
    expect(mayBeToken(` ${secretOf('key', '0'.repeat(30))}`)).toBe(true);
  });

  it('rejects lookalikes of our secrets, secrets of clients, and texts that are too short', () => {
    const junk = ['', 'x', 'x'.repeat(31), `qst_${'x'.repeat(36)}`, `qat_${'x'.repeat(36)}`, `qst_${'x'.repeat(100)}`];
    expect([...junk, secretOf('client', '0'.repeat(30))].filter(mayBeToken)).toEqual([]);
  });
});

describe('digests', () => {
  it('are SHA-256', () => {
    const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'; // of "abc", from FIPS 180
    expect(digestSecret('abc').toString('hex')).toBe(expected);
    expect(digestHeaderSecret('abc').toString('hex')).toBe(expected);
  });

  it('are the same for a secret in any script and for its bytes in a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (secret) => {
        const header = Buffer.from(secret).toString('latin1');
        expect(digestHeaderSecret(header)).toEqual(digestSecret(secret));
        expect(digestSecret(secret)).toEqual(createHash('sha256').update(secret).digest());
      }),
    );
  });
});

describe('withoutSecrets', () => {
  it('keeps only the kind of every secret in a text', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...KINDS), random)), (list) => {
        const secrets = list.map(([kind, text]) => secretOf(kind, text));
        const kept = list.map(([kind]) => `${SECRET_PREFIXES[kind]}…`);
        expect(withoutSecrets(`<${secrets.join(' and ')}>`)).toBe(`<${kept.join(' and ')}>`);
      }),
    );
  });

  it.each(['', 'no secret', 'qst_', 'qst_short', `qst_${'x'.repeat(35)}`, `qxx_${'x'.repeat(36)}`])(
    'does not change "%s"',
    (text) => {
      expect(withoutSecrets(text)).toBe(text);
    },
  );
});
