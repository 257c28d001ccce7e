import type { NamedPart } from '../named-part.ts';
import type { Dimension } from './parameters.ts';
import type { Value } from './shares/shares.ts';

export function valuePart(dimension: Dimension, value: Value): NamedPart {
  if (dimension === 'difficulty') return { kind: 'level', name: Number(value) };
  return value === null ? { kind: 'no_topic', name: null } : { kind: dimension, name: String(value) };
}
