import type { Grouping } from './parameters.ts';

/** The name of the declared labels. */
export const labelNoun = (groupBy: Grouping): 'topic' | 'category' => (groupBy === 'topic' ? 'topic' : 'category');
export const labelNouns = (groupBy: Grouping): string => (groupBy === 'topic' ? 'topics' : 'categories');
