import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readExact } from './exact-number.ts';
import { readNumber, unitKey } from './read-number.ts';

/** A value as a decimal, if it has one of at most 20 digits. */
function shown(text: string, language = 'en'): string | undefined {
  const read = readNumber(text, language);
  if (read === undefined) return undefined;
  const { n, d } = read.value;
  const unit = read.unit === '' ? '' : ` ${read.unit}`;
  return `${Number(n) / Number(d)}${unit}`;
}

describe('a number as people type it', () => {
  it.each([
    ['42', 'en', '42'],
    ['-3', 'en', '-3'],
    ['− 3', 'en', '-3'],
    ['+5', 'en', '5'],
    ['.5', 'en', '0.5'],
    ['1,234.5', 'en', '1234.5'],
    ['1.234,5', 'de', '1234.5'],
    ['1.234,5', 'en', '1234.5'],
    ['1,234', 'en', '1234'],
    ['1.234', 'de', '1234'],
    ['1,234', 'de', '1.234'],
    ['1.234', 'en', '1.234'],
    ['0,123', 'en', '0.123'],
    ['1,5', 'en', '1.5'],
    ['1.5', 'de', '1.5'],
    ['1 234 567,8', 'fr', '1234567.8'],
    ['1\u202f234,5', 'fr', '1234.5'],
    ["1'234.5", 'de-CH', '1234.5'],
    ['1,234,567', 'en', '1234567'],
    ['½', 'en', '0.5'],
    ['1½', 'en', '1.5'],
    ['2 1/4', 'en', '2.25'],
    ['-1/4', 'en', '-0.25'],
    ['3 × 10^8 m/s', 'en', '300000000 m/s'],
    ['3·10⁸ m/s', 'en', '300000000 m/s'],
    ['1e-9', 'en', '1e-9'],
    ['10⁻³', 'en', '0.001'],
    ['10^3', 'en', '1000'],
    ['9.8 m/s²', 'en', '9.8 m/s2'],
    ['5 %', 'en', '5 %'],
    ['20°C', 'en', '20 °C'],
    ['12 km', 'en', '12 km'],
  ])('%s (%s) is %s', (text, language, expected) => {
    expect(shown(text, language)).toBe(expected);
  });

  it.each([
    ['no digits', 'many'],
    ['nothing', ''],
    ['groups of two digits', '1,23,456.7.8'],
    ['two decimal marks', '1.2.3'],
    ['a division by zero', '1/0'],
    ['a power beyond every number', '1e401'],
    ['10,000 digits', '1'.repeat(10_000)],
  ])('is none with %s', (_name, text) => {
    expect(readNumber(text, 'en')).toBeUndefined();
  });

  it('is read exactly', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.nat(20), (digits, places) => {
        const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
        const decimal = `${digits < 0n ? '-' : ''}${text.slice(0, text.length - places)}.${text.slice(text.length - places)}0`;
        const { n, d } = readNumber(decimal, 'en')?.value ?? { n: 0n, d: 0n };
        expect(n * 10n ** BigInt(places)).toBe(digits * d);
        expect(readExact(decimal)).toBeDefined();
      }),
    );
  });

  it('never throws, and takes linear time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 1000 }),
        fc.constantFrom('en', 'de', 'fr', 'ar'),
        (text, language) => {
          readNumber(text, language);
        },
      ),
    );
    for (const piece of ['1 ', '1,', "1'234", '⁰', '½', '/1', 'e1', '× 10^', ' '])
      readNumber(piece.repeat(1000).slice(0, 1000), 'en');
  });
});

it('compares units in one spelling', () => {
  for (const [left, right] of [
    ['m/s²', 'm / s^2'],
    ['kg·m', 'kg*m'],
    ['Ω', 'Ω'],
  ])
    expect(unitKey(left ?? '')).toBe(unitKey(right ?? ''));
});
