import type { RowCondition, RowOrder } from '../domain/analysis/row-selection.ts';
import { DIFFICULTY_LEVELS } from '../domain/questions/difficulty.ts';

/** A query parameter of GET /analysis/{id}/items that filters the rows of a type. */
export interface RowFilter<Parameters = unknown> {
  name: string;
  description: string;
  /** The allowed values; null for any text. */
  values: readonly string[] | null;
  match(value: string, parameters: Parameters): RowCondition;
}

export const LEVEL_VALUES = DIFFICULTY_LEVELS.map(String);

/** For types whose rows are about one question each. */
export const QUESTION_FILTERS: readonly RowFilter[] = [
  {
    name: 'category',
    description: 'Rows whose question is in this category',
    values: null,
    match: (value) => ({ question: 'category', equals: value }),
  },
  {
    name: 'difficulty',
    description: 'Rows whose question has this level',
    values: LEVEL_VALUES,
    match: (value) => ({ question: 'difficulty', equals: value }),
  },
];

export const QUESTION_ORDERS: Readonly<Record<string, RowOrder>> = {
  category: { question: 'category' },
  difficulty: { question: 'difficulty' },
};

/** Filters rows by a member of their body with the same name. */
export function byMember(name: string, description: string, values: readonly string[] | null): RowFilter {
  return { name, description, values, match: (value) => ({ path: [name], equals: value }) };
}
