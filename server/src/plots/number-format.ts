import { ENGLISH, groupDigits } from '../domain/number-format.ts';

const LARGE: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
];

/** Drawing a plot is synchronous, so one language at a time is enough. */
let locale = ENGLISH;

/** Draws with numbers as they are written in the language. */
export function inLanguage<Drawing>(language: string, draw: () => Drawing): Drawing {
  locale = language === 'en' ? ENGLISH : language;
  try {
    return draw();
  } finally {
    locale = ENGLISH;
  }
}

/**
 * A number as labels write it: "61,422", "10 M", "0.034", "−3.5". From a million, an SI letter replaces the zeros;
 * fractions keep two decimals, or two significant digits below 0.1.
 */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (isExtreme(size)) return exponential(value);
  const large = largeUnit(size);
  if (large !== undefined) return `${grouped(value / large[0], 0, 2)}\u00a0${large[1]}`;
  return grouped(value, 0, Number.isInteger(value) || size >= 1000 ? 0 : decimals(size));
}

/** Numbers of one axis share their unit and their decimals: "0.5 M" next to "1.0 M". */
export function formatTick(value: number, step: number, largest: number): string {
  if (Math.abs(value) < step / 1e6) return '0';
  if (isExtreme(largest) || isExtreme(step)) return exponential(value);
  const [unit, letter] = largeUnit(largest) ?? [1, ''];
  const digits = Math.max(0, -Math.floor(Math.log10(step / unit) + 1e-9) + (isQuarter(step) ? 1 : 0));
  const number = grouped(value / unit, digits, digits);
  return letter === '' ? number : `${number}\u00a0${letter}`;
}

function isExtreme(size: number): boolean {
  return size >= 1e15 || (size > 0 && size < 1e-4);
}

/** 999,999,999 is already 1 G, as it would otherwise be 1,000 M. */
function largeUnit(size: number): readonly [number, string] | undefined {
  return LARGE.find(([unit]) => size >= unit * 0.999995);
}

function decimals(size: number): number {
  return size >= 0.1 ? 2 : 1 - Math.floor(Math.log10(size));
}

function isQuarter(step: number): boolean {
  return Math.abs(step / 10 ** Math.floor(Math.log10(step) + 1e-9) - 2.5) < 1e-6;
}

function exponential(value: number): string {
  return minus(value.toExponential(1).replace('.0e', 'e').replace('e+', 'e'));
}

function grouped(value: number, minDecimals: number, maxDecimals: number): string {
  return minus(groupDigits(value, minDecimals, maxDecimals, locale));
}

/** A minus sign has the width of a plus, and a hyphen is easily overlooked. */
function minus(text: string): string {
  return text.replaceAll('-', '\u2212');
}
