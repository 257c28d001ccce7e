interface Quantity {
  number: number;
  /** The number in the basic unit of its dimension. */
  value: number;
  /** Empty for a mere number. */
  dimension: string;
}

/** The most two measurements of one thing differ by: 300,000 km/s is 0.07% more than 299,792,458 m/s. */
const TOLERANCE = 0.005;

/** Answers with more words are sentences. */
const MAX_WORDS = 12;

/**
 * Whether two answers name the same quantity: "1 km" and "1,000 metres", "0.6 million" and "600,000". Only measurements
 * may be rounded: the years 1789 and 1790 differ. The words of an answer do not tell a decimal point from a separator of
 * thousands, so both readings of "42.195" are tried.
 */
export function areSameQuantity(a: readonly string[], b: readonly string[]): boolean {
  const others = readQuantities(b);
  return readQuantities(a).some((one) => others.some((other) => areEqual(one, other)));
}

function areEqual(a: Quantity, b: Quantity): boolean {
  // "300,000" without a unit answers a question that names the unit.
  if (a.dimension === '' || b.dimension === '') return a.number === b.number;
  const difference = Math.abs(a.value - b.value);
  return a.dimension === b.dimension && difference <= TOLERANCE * Math.min(Math.abs(a.value), Math.abs(b.value));
}

/** The possible meanings of an answer. */
function readQuantities(words: readonly string[]): Quantity[] {
  if (words.length > MAX_WORDS) return [];
  const told = words.filter((word) => !FILLERS.has(word));
  const end = told.findIndex((word) => !DIGITS.test(word));
  const groups = end < 0 ? told : told.slice(0, end);
  const rest = told.slice(groups.length);
  const factor = rest.reduce((product, word) => product * (MULTIPLES.get(word) ?? 1), 1);
  const unit = unitOf(rest.filter((word) => !MULTIPLES.has(word)));
  if (unit === undefined) return [];
  return readNumbers(groups).map((read) => {
    const number = read * factor;
    return { number, value: number * unit.scale + unit.zero, dimension: unit.dimension };
  });
}

/** "299 792 458" as one number with separators, and "42 195" also as 42.195. */
function readNumbers(groups: readonly string[]): number[] {
  const [first = '', ...others] = groups;
  if (first === '') return [];
  const numbers: number[] = [];
  if (others.every(isThousands)) numbers.push(Number(groups.join('')));
  const last = others.at(-1);
  if (last !== undefined && others.slice(0, -1).every(isThousands))
    numbers.push(Number(`${groups.slice(0, -1).join('')}.${last}`));
  return numbers;
}

const DIGITS = /^[0-9]{1,15}$/u;
const isThousands = (group: string) => group.length === 3;
const split = (text: string) => text.trim().split(/\s+/u);

/** Words around a number that change nothing. */
const FILLERS: ReadonlySet<string> = new Set(
  split(
    'about approximately approx around circa ca roughly nearly almost degree degrees grad per a an the etwa rund of',
  ),
);

const MULTIPLES = new Map(
  Object.entries({
    hundred: 1e2,
    thousand: 1e3,
    tausend: 1e3,
    million: 1e6,
    millions: 1e6,
    millionen: 1e6,
    billion: 1e9,
    billions: 1e9,
    milliarde: 1e9,
    milliarden: 1e9,
    trillion: 1e12,
  }),
);

interface Unit {
  scale: number;
  zero: number;
  dimension: string;
}

const NO_UNIT: Unit = { scale: 1, zero: 0, dimension: '' };

/** One unit, or two for a speed; undefined if a word is not a unit. */
function unitOf(words: readonly string[]): Unit | undefined {
  const [first, second, third] = words.map((word) => UNITS.get(word));
  if (words.length === 0) return NO_UNIT;
  if (first === undefined || third !== undefined || words.length > 2) return undefined;
  if (words.length === 1) return first;
  if (second === undefined) return undefined;
  return { scale: first.scale / second.scale, zero: 0, dimension: `${first.dimension}/${second.dimension}` };
}

/** The units of everyday measures: their size in the basic unit of the dimension, then their names. */
const SIZES: readonly (readonly [dimension: string, scale: number, names: string, zero?: number])[] = [
  ['length', 0.001, 'mm millimetre millimetres millimeter millimeters'],
  ['length', 0.01, 'cm centimetre centimetres centimeter centimeters zentimeter'],
  ['length', 1, 'm metre metres meter meters'],
  ['length', 1000, 'km kilometre kilometres kilometer kilometers'],
  ['length', 0.0254, 'inch inches zoll'],
  ['length', 0.3048, 'ft foot feet'],
  ['length', 0.9144, 'yd yard yards'],
  ['length', 1609.344, 'mi mile miles meile meilen'],
  ['mass', 0.001, 'g gram grams gramm'],
  ['mass', 1, 'kg kilo kilos kilogram kilograms kilogramm'],
  ['mass', 1000, 'tonne tonnes tonnen'],
  ['mass', 0.028_349_523, 'oz ounce ounces'],
  ['mass', 0.453_592_37, 'lb lbs pound pounds pfund'],
  ['time', 1, 's sec second seconds sekunde sekunden'],
  ['time', 60, 'min minute minutes minuten'],
  ['time', 3600, 'h hr hrs hour hours stunde stunden'],
  ['time', 86_400, 'day days tag tage'],
  ['time', 604_800, 'week weeks woche wochen'],
  ['volume', 0.001, 'ml millilitre millilitres milliliter milliliters'],
  ['volume', 1, 'l litre litres liter liters'],
  ['temperature', 1, 'c celsius', 273.15],
  ['temperature', 1, 'k kelvin'],
  ['temperature', 5 / 9, 'f fahrenheit', 459.67 * (5 / 9)],
  ['length/time', 1 / 3.6, 'kph kmh'],
  ['length/time', 0.447_04, 'mph'],
];

const UNITS = new Map(
  SIZES.flatMap(([dimension, scale, names, zero = 0]) =>
    split(names).map((name) => [name, { scale, zero, dimension }] as const),
  ),
);
