/** A fraction of integers, so that floating point never decides: 0.1 + 0.2 is 0.3, and three thirds are one. */
export interface Exact {
  n: bigint;
  /** Positive. */
  d: bigint;
}

/** Larger powers of ten are not numbers that people type, and their integers would take long to compare. */
const MAX_EXPONENT = 400;
export const MAX_DIGITS = 1000;

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,4}))?$/iu;

/** The value of a decimal as computers write it: `-12.50`, `1e-9`. */
export function readExact(decimal: number | string): Exact | undefined {
  const text = String(decimal);
  if (text.length > MAX_DIGITS) return undefined;
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', part = '', exponent = '0'] = match;
  const value = scale({ n: BigInt(whole + part), d: 10n ** BigInt(part.length) }, Number(exponent));
  return value !== undefined && sign === '-' ? { n: -value.n, d: value.d } : value;
}

/** The value times ten to a power. */
export function scale({ n, d }: Exact, exponent: number): Exact | undefined {
  if (Math.abs(exponent) > MAX_EXPONENT) return undefined;
  return exponent < 0 ? { n, d: d * 10n ** BigInt(-exponent) } : { n: n * 10n ** BigInt(exponent), d };
}

export const times = (left: Exact, right: Exact): Exact => ({ n: left.n * right.n, d: left.d * right.d });
export const plus = (left: Exact, right: Exact): Exact => ({
  n: left.n * right.d + right.n * left.d,
  d: left.d * right.d,
});

/** Whether two values differ by at most a given amount. */
export function isWithin(left: Exact, right: Exact, tolerance: Exact): boolean {
  const difference = plus(left, { n: -right.n, d: right.d });
  return absolute(difference.n) * tolerance.d <= tolerance.n * difference.d;
}

export const absolute = (value: bigint) => (value < 0n ? -value : value);
