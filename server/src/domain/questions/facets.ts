import type { Category } from '../categories.ts';
import { DIFFICULTIES } from './difficulty.ts';

/** The number of questions by level. */
interface Levels {
  category_id: number;
  levels: readonly number[];
}

/** Exact counts of each non-empty category and of its largest topics, in descending order. */
export interface CountedTopics {
  categories: (Levels & { topic_count: number })[];
  topics: (Levels & { topic_focus: string | null })[];
}

/** Presents counts of categories and topics as a tree with every category and level, including empty ones. */
export function presentFacets(
  counts: CountedTopics,
  categories: readonly Category[],
  levels: readonly number[] | undefined,
) {
  const wanted = DIFFICULTIES.filter(({ level }) => levels === undefined || levels.includes(level));
  const totals = new Map(counts.categories.map((counted) => [counted.category_id, counted]));
  const topics = Map.groupBy(counts.topics, ({ category_id }) => category_id);
  const spread = (counted: readonly number[]) => ({
    total: sum(counted),
    difficulties: wanted.map(({ level, name }) => ({ difficulty: level, name, total: counted[level] ?? 0 })),
  });
  return {
    total: sum(counts.categories.map((counted) => sum(counted.levels))),
    categories: categories.map(({ id, name }) => ({
      category: name,
      ...spread(totals.get(id)?.levels ?? []),
      topic_count: totals.get(id)?.topic_count ?? 0,
      topics: (topics.get(id) ?? []).map(({ topic_focus, levels: counted }) => ({ topic_focus, ...spread(counted) })),
    })),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
