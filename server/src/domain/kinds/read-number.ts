import { normalForm } from '../text/text.ts';
import { type Exact, MAX_DIGITS, plus, scale } from './exact-number.ts';

/** A number as a person types it, and the unit after it, which may be empty. */
interface ReadNumber {
  value: Exact;
  unit: string;
}

/** `1.234,5` in German, `1,234.5` in English, `½`, `2 1/3`, `3 × 10^8 m/s`, `10⁻³`; undefined for anything else. */
export function readNumber(text: string, language: string): ReadNumber | undefined {
  if (text.length > MAX_DIGITS) return undefined;
  const plain = plainCharacters(text);
  const isNegative = plain.startsWith('-');
  const unsigned = /^[+-]/u.test(plain) ? plain.slice(1).trimStart() : plain;
  const found = readMantissa(unsigned, language);
  if (found === undefined) return undefined;
  const power = readPower(unsigned.slice(found.end), found.value);
  if (power === undefined) return undefined;
  const { n, d } = power.value;
  return { value: { n: isNegative ? -n : n, d }, unit: unitKey(power.rest) };
}

/** Units are compared without spaces and in one spelling of powers: `m/s²` is `m/s^2`. */
export function unitKey(unit: string): string {
  return plainCharacters(unit).replaceAll(' ', '').replaceAll('·', '*').replaceAll('^', '');
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const POWER = /[⁺⁻]?[⁰¹²³⁴-⁹]+/gu;
const VULGAR_FRACTION = /[¼-¾⅐-⅞]/gu;

/** Powers as `^8`, fractions as `1/2`, every minus as `-`, every dot of multiplication as `·`, single spaces. */
function plainCharacters(text: string): string {
  const raised = text.replace(POWER, (power) => `^${Array.from(power, plainDigit).join('')}`);
  return normalForm(raised.replace(VULGAR_FRACTION, ' $&'), 'NFKD')
    .replaceAll('\u2044', '/')
    .replace(/[−–‐‑]/gu, '-')
    .replace(/[⋅∙*]/gu, '·')
    .replace(/[’ʼ]/gu, "'")
    .replace(/\s+/gu, ' ')
    .trim();
}

function plainDigit(superscript: string): string {
  if (superscript === '⁻') return '-';
  return superscript === '⁺' ? '' : String(SUPERSCRIPTS.indexOf(superscript));
}

/** A decimal, a fraction, or a whole number and a fraction. */
function readMantissa(text: string, language: string): { value: Exact; end: number } | undefined {
  const first = scanDecimal(text, 0, language);
  if (first === undefined) return undefined;
  const { value, end } = first;
  if (value.d !== 1n) return first;
  const below = /^ ?\/ ?(\d+)/u.exec(text.slice(end));
  if (below !== null) return divided(value.n, below[1], end + below[0].length);
  const fraction = /^ (\d+) ?\/ ?(\d+)/u.exec(text.slice(end));
  const part = fraction && divided(BigInt(fraction[1] ?? 0), fraction[2], end + fraction[0].length);
  return part ? { value: plus(value, part.value), end: part.end } : first;
}

function divided(n: bigint, below = '0', end: number): { value: Exact; end: number } | undefined {
  const d = BigInt(below);
  return d === 0n ? undefined : { value: { n, d }, end };
}

/** `e-9`, `× 10^8`, or the power of a plain ten. */
function readPower(rest: string, mantissa: Exact): { value: Exact; rest: string } | undefined {
  const power = /^(?:e([+-]?\d{1,4})(?!\d)| ?[×x·] ?10 ?\^ ?([+-]?\d{1,4})(?!\d))/iu.exec(rest);
  const bare =
    power === null && mantissa.n === 10n && mantissa.d === 1n ? /^ ?\^ ?([+-]?\d{1,4})(?!\d)/u.exec(rest) : null;
  const found = power ?? bare;
  if (found === null) return { value: mantissa, rest };
  const exponent = Number(found[1] ?? found[2]);
  const value = bare === null ? scale(mantissa, exponent) : scale({ n: 1n, d: 1n }, exponent);
  return value && { value, rest: rest.slice(found[0].length) };
}

/** The digits of a number, and where among them separators were. */
interface Digits {
  text: string;
  marks: { mark: string; at: number }[];
  end: number;
}

const isDigit = (character: string) => character >= '0' && character <= '9';

function scanDecimal(text: string, start: number, language: string): { value: Exact; end: number } | undefined {
  const digits = scanDigits(text, start);
  const { whole, part } = splitDigits(digits, language) ?? {};
  if (whole === undefined || part === undefined || digits.text === '') return undefined;
  return { value: { n: BigInt(whole + part), d: 10n ** BigInt(part.length) }, end: digits.end };
}

function scanDigits(text: string, start: number): Digits {
  const digits: Digits = { text: '', marks: [], end: start };
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (isDigit(character)) digits.text += character;
    else if ((character === '.' || character === ',') && isDigit(text.charAt(index + 1)))
      digits.marks.push({ mark: character, at: digits.text.length });
    else if ((character === ' ' || character === "'") && digits.text !== '' && isGroup(text, index + 1))
      digits.marks.push({ mark: ' ', at: digits.text.length });
    else break;
    digits.end = index + 1;
  }
  return digits;
}

/** Whether exactly three digits follow that are not the beginning of a fraction. */
function isGroup(text: string, at: number): boolean {
  const isFraction = /^ ?\//u.test(text.slice(at + 3, at + 5));
  return [0, 1, 2].every((step) => isDigit(text.charAt(at + step))) && !isDigit(text.charAt(at + 3)) && !isFraction;
}

/** The digits before and after the decimal mark; undefined if the separators fit no way of writing numbers. */
function splitDigits({ text, marks }: Digits, language: string): { whole: string; part: string } | undefined {
  const decimal = decimalMarkOf(marks, text, language);
  const groups = decimal === undefined ? marks : marks.filter((mark) => mark !== decimal);
  const end = decimal?.at ?? text.length;
  const ends = [...groups.slice(1).map(({ at }) => at), end];
  const fit = groups.every(({ at }, index) => at < end && (ends[index] ?? 0) - at === 3) && (groups[0]?.at ?? 1) <= 3;
  if (!fit || new Set(groups.map(({ mark }) => mark)).size > 1) return undefined;
  return { whole: text.slice(0, end), part: text.slice(end) };
}

/** The last of two different separators, or the only one, unless it groups thousands in the language. */
function decimalMarkOf(marks: Digits['marks'], text: string, language: string): Digits['marks'][number] | undefined {
  const points = marks.filter(({ mark }) => mark !== ' ');
  const last = points.at(-1);
  if (last === undefined) return undefined;
  if (points.length > 1) return points.filter(({ mark }) => mark === last.mark).length === 1 ? last : undefined;
  const couldGroup = text.length - last.at === 3 && last.at >= 1 && last.at <= 3 && !text.startsWith('0');
  return couldGroup && marks.length === 1 && groupMarkOf(language) === last.mark ? undefined : last;
}

const GROUP_MARKS = new Map<string, string>();
const MAX_LANGUAGES = 200;

/** What separates thousands in a language. */
function groupMarkOf(language: string): string {
  const known = GROUP_MARKS.get(language);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(12_345_678);
  const mark = parts.find(({ type }) => type === 'group')?.value ?? '';
  if (GROUP_MARKS.size >= MAX_LANGUAGES) GROUP_MARKS.clear();
  GROUP_MARKS.set(language, mark);
  return mark;
}
