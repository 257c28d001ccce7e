import type { MergedField, Question } from '../../../../client/src/index.ts';
import { differingFields, draftOf, type FieldName } from '../../questions/drawer/draft.ts';

export type Side = 'a' | 'b';
export type Sides = Partial<Record<FieldName, Side>>;

/** The left question, except for values that only the right one has. */
export function defaultSides(a: Question, b: Question): Sides {
  const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    differingFields(draftOf(a), draftOf(b)).map((name) => [name, isEmpty(a[name]) && !isEmpty(b[name]) ? 'b' : 'a']),
  );
}

/** The fields that the left question takes from the right one. */
export function takenOf(sides: Sides): MergedField[] {
  return Object.entries(sides).flatMap(([name, side]) => (side === 'b' ? [name as MergedField] : []));
}
