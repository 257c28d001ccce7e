/** The locale of everything that people read in English: findings, plots, messages. */
export const ENGLISH = 'en-GB';

// One formatter per pair of limits: creating one for each of 3,600 cells took 400 ms.
const formatters = new Map<string, Intl.NumberFormat>();

/** Digits in groups of three and a fixed number of decimals: "61,422", "0.034", never "-0". */
export function groupDigits(value: number, minDecimals = 0, maxDecimals = 3, locale = ENGLISH): string {
  const key = `${locale} ${minDecimals}-${maxDecimals}`;
  const known = formatters.get(key);
  const formatter =
    known ?? new Intl.NumberFormat(locale, { minimumFractionDigits: minDecimals, maximumFractionDigits: maxDecimals });
  if (known === undefined) formatters.set(key, formatter);
  const text = formatter.format(value);
  return /^-[0.,]+$/u.test(text) ? text.slice(1) : text;
}
