import { FLAW_RULES } from '../../domain/flaws/lint.ts';
import { SEVERITIES } from '../../domain/flaws/rule.ts';
import type { RowFilter } from '../row-filter.ts';
import { chosenRules, maskOf } from './chosen-rules.ts';
import type { FlawParameters } from './parameters.ts';

/** The body of a row is the mask of its flags. */
export const ROW_FILTERS: readonly RowFilter<FlawParameters>[] = [
  {
    name: 'rule',
    description: 'Rows with a flag of this rule',
    values: FLAW_RULES.map(({ id }) => id),
    match: (value) => ({ bits: maskOf(FLAW_RULES.filter(({ id }) => id === value)) }),
  },
  {
    name: 'severity',
    description: 'Rows with a flag of this severity',
    values: SEVERITIES,
    match: (value, parameters) => ({
      bits: maskOf(chosenRules(parameters).filter(({ severity }) => severity === value)),
    }),
  },
];
