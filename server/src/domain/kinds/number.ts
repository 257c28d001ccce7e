import type { Violation } from '../../errors.ts';
import { atOnce } from './at-once.ts';
import { absolute, isWithin, readExact, times } from './exact-number.ts';
import type { Answerable, Decimal, GivenAnswer, KindRules, NumberKey, Steps } from './kind.ts';
import { NOTHING_SHOWN } from './kind.ts';
import { readNumber, unitKey } from './read-number.ts';
import { violation } from './violations.ts';

const keyOf = ({ key }: Answerable) => key as NumberKey;

export const number: KindRules = {
  keyFields: ['value', 'tolerance', 'relative_tolerance', 'unit', 'units'],
  requiredKeyFields: ['value'],
  takesAccepted: false,
  takesIncorrect: false,
  scorings: ['all_or_nothing'],
  check: (content) => checkKey(keyOf(content)),
  correctAnswer: (key) => describe(key as NumberKey),
  show: () => NOTHING_SHOWN,
  answerProblem: (_content, answer) =>
    typeof answer === 'number' || typeof answer === 'string' ? undefined : 'must be a number, or a text with one',
  score: scoreNumber,
};

function checkKey({ value, tolerance, relative_tolerance, unit, units = [] }: NumberKey): Violation[] {
  const found = [
    ...checkDecimal(value, 'value', () => true, 'a decimal such as 9.81 or "1e-9"'),
    ...checkDecimal(tolerance, 'tolerance', (n) => n >= 0n, 'a decimal of at least 0'),
    ...checkDecimal(
      relative_tolerance,
      'relative_tolerance',
      (n) => n >= 0n,
      'a decimal of at least 0, such as 0.05 for 5 %',
    ),
    ...units.flatMap(({ factor }, index) =>
      checkDecimal(factor, `units/${index}/factor`, (n) => n > 0n, 'a decimal above 0'),
    ),
  ];
  if (tolerance !== undefined && relative_tolerance !== undefined)
    found.push(
      violation('not_allowed', 'key/relative_tolerance', 'Give `tolerance` or `relative_tolerance`, not both.'),
    );
  if (unit === undefined && units.length > 0)
    found.push(
      violation('required', 'key/unit', '`key.unit` is required, because the factors of `units` refer to it.'),
    );
  const names = [unit ?? '', ...units.map(({ name }) => name)].map(unitKey);
  for (const [index, name] of names.entries())
    if (index > 0 && names.indexOf(name) < index)
      found.push(violation('not_allowed', `key/units/${index - 1}/name`, 'Two units have the same name.'));
  return found;
}

function checkDecimal(
  decimal: Decimal | undefined,
  field: string,
  isAllowed: (n: bigint) => boolean,
  expected: string,
): Violation[] {
  const exact = decimal === undefined ? undefined : readExact(decimal);
  if (decimal === undefined || (exact !== undefined && isAllowed(exact.n))) return [];
  return [violation('invalid_format', `key/${field}`, `\`key.${field.replaceAll('/', '.')}\` must be ${expected}.`)];
}

function describe({ value, tolerance, relative_tolerance, unit }: NumberKey): string {
  const withUnit = unit === undefined ? String(value) : `${value} ${unit}`;
  if (tolerance !== undefined) return `${withUnit} (± ${tolerance})`;
  return relative_tolerance === undefined ? withUnit : `${withUnit} (± ${describeShare(relative_tolerance)})`;
}

/** A percentage with at most 12 decimals, or the share itself if it would need more. */
function describeShare(share: Decimal): string {
  const exact = readExact(share);
  const scaled = exact && exact.n * 10n ** BigInt(2 + MAX_DECIMALS);
  if (exact === undefined || scaled === undefined || scaled % exact.d !== 0n) return `${share} of it`;
  const text = (scaled / exact.d).toString().padStart(1 + MAX_DECIMALS, '0');
  return `${`${text.slice(0, -MAX_DECIMALS)}.${text.slice(-MAX_DECIMALS)}`.replace(/\.?0*$/u, '')} %`;
}

const MAX_DECIMALS = 12;

/** A number without a unit is in the unit of the key. */
function scoreNumber(content: Answerable, answer: GivenAnswer): Steps {
  const key = keyOf(content);
  const given = readGiven(answer, content.language);
  const factor = given === undefined ? undefined : factorOf(key, given.unit);
  const right = readExact(key.value);
  const correct =
    given !== undefined &&
    factor !== undefined &&
    right !== undefined &&
    isWithin(times(given.value, factor), right, toleranceOf(key, right));
  return atOnce({ correct, matched: correct ? content.correct_answer : null, score: Number(correct), parts: null });
}

const ONE = { n: 1n, d: 1n };

function readGiven(answer: GivenAnswer, language: string) {
  if (typeof answer === 'string') return readNumber(answer, language);
  const value = readExact(answer as number);
  return value && { value, unit: '' };
}

function factorOf({ unit, units = [] }: NumberKey, given: string) {
  if (given === '' || (unit !== undefined && given === unitKey(unit))) return ONE;
  const found = units.find(({ name }) => unitKey(name) === given);
  return found && readExact(found.factor);
}

function toleranceOf({ tolerance, relative_tolerance }: NumberKey, right: { n: bigint; d: bigint }) {
  const relative = relative_tolerance === undefined ? undefined : readExact(relative_tolerance);
  if (relative !== undefined) return times(relative, { n: absolute(right.n), d: right.d });
  return (tolerance === undefined ? undefined : readExact(tolerance)) ?? { n: 0n, d: 1n };
}
