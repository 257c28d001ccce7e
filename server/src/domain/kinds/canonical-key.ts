import type { GivenKey, Key } from './kind.ts';

/** The order of all members, so that equal keys have equal JSON. */
const ORDER: readonly string[] = [
  'right',
  'value',
  'tolerance',
  'relative_tolerance',
  'unit',
  'units',
  'sequence',
  'pairs',
  'extra',
  'gaps',
  'guidance',
  'min_words',
  'max_words',
  'prompt',
  'answer',
  'accepted',
  'options',
  'name',
  'factor',
];

/** The same key without empty members, in a fixed order. */
export function canonicalKey(key: GivenKey): Key {
  return canonical(key) as Key;
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([, inner]) => !isEmpty(inner))
    .sort(([left], [right]) => ORDER.indexOf(left) - ORDER.indexOf(right));
  return Object.fromEntries(members.map(([name, inner]) => [name, canonical(inner)]));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
