import type { NamedPart } from '../../named-part.ts';
import { type CellKeys, DIMENSIONS, type Dimension } from '../parameters.ts';

/** Picks the given keys, in the given order. */
export function pickKeys(keys: CellKeys, dimensions: readonly Dimension[]): CellKeys {
  return Object.fromEntries(dimensions.map((dimension) => [dimension, keys[dimension]]));
}

export function keysOf(keys: CellKeys): Dimension[] {
  return DIMENSIONS.filter((dimension) => keys[dimension] !== undefined);
}

/** Identifies a cell regardless of the order of its keys and of the case of its category. */
export function cellId({ category, difficulty, topic }: CellKeys): string {
  return JSON.stringify({ category: category?.toLowerCase(), difficulty, topic });
}

export function sameValue(left: CellKeys, right: CellKeys, key: Dimension): boolean {
  if (key !== 'category') return left[key] === right[key];
  return left.category?.toLowerCase() === right.category?.toLowerCase();
}

/** Sorts by category, then topic (none last), then level. */
export function compareKeys(left: CellKeys, right: CellKeys): number {
  return (
    compareTexts(left.category ?? '', right.category ?? '') ||
    Number(left.topic === null) - Number(right.topic === null) ||
    compareTexts(left.topic ?? '', right.topic ?? '') ||
    (left.difficulty ?? 0) - (right.difficulty ?? 0)
  );
}

/** Compares by code unit, which gives the same order on every machine. */
function compareTexts(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

/** The name as the values of a sentence, in this order; the level and "no topic" are written in its language. */
export function cellParts(keys: CellKeys): NamedPart[] {
  const parts: NamedPart[] = [];
  if (keys.category !== undefined) parts.push({ kind: 'category', name: keys.category });
  if (keys.topic === null) parts.push({ kind: 'no_topic', name: null });
  else if (keys.topic !== undefined) parts.push({ kind: 'topic', name: keys.topic });
  if (keys.difficulty !== undefined) parts.push({ kind: 'level', name: keys.difficulty });
  return parts;
}
