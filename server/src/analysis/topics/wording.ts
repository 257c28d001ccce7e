import type { Grouping } from './parameters.ts';

/** What the declared labels are called. */
export const labelNoun = (groupBy: Grouping): 'topic' | 'category' => (groupBy === 'topic' ? 'topic' : 'category');
export const labelNouns = (groupBy: Grouping): string => (groupBy === 'topic' ? 'topics' : 'categories');
