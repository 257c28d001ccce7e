import type { RowCondition, RowOrder } from '../domain/analysis/row-selection.ts';
import { DIFFICULTY_LEVELS } from '../domain/questions/difficulty.ts';

/** What the rows of a type can be filtered by, in the query of GET /analysis/{id}/items. */
export interface RowFilter<Parameters = unknown> {
  name: string;
  description: string;
  /** Those it takes; null: any text. */
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
    description: 'Rows whose question declares this level',
    values: LEVEL_VALUES,
    match: (value) => ({ question: 'difficulty', equals: value }),
  },
];

export const QUESTION_ORDERS: Readonly<Record<string, RowOrder>> = {
  category: { question: 'category' },
  difficulty: { question: 'difficulty' },
};

/** Rows whose body has this text in a member of the same name. */
export function byMember(name: string, description: string, values: readonly string[] | null): RowFilter {
  return { name, description, values, match: (value) => ({ path: [name], equals: value }) };
}
