import type { Grouping } from './parameters.ts';

/** What the declared labels are. */
export const labelOf = (groupBy: Grouping): 'topic' | 'category' => (groupBy === 'topic' ? 'topic' : 'category');
