import { LEVEL_VALUES, type RowFilter } from '../row-filter.ts';
import type { CoverageParameters } from './parameters.ts';

const byKey = (name: string, values: readonly string[] | null): RowFilter<CoverageParameters> => ({
  name,
  description: `Cells of this ${name}`,
  values,
  match: (value) => ({ path: ['keys', name], equals: value }),
});

export const ROW_FILTERS: readonly RowFilter<CoverageParameters>[] = [
  {
    name: 'state',
    description: 'Cells without any question, or with fewer than `min_cell`',
    values: ['empty', 'thin'],
    match: (value, { min_cell }) => ({ path: ['count'], below: value === 'empty' ? 1 : min_cell }),
  },
  byKey('category', null),
  byKey('difficulty', LEVEL_VALUES),
  byKey('topic', null),
];
