import type { Category } from './category.ts';
import { DIFFICULTIES } from './difficulty.ts';

export interface FacetCount {
  category_id: number;
  difficulty: number;
  topic_focus: string | null;
  count: number;
}

/** Counts of cells and topics as a tree, every category and level there, also those with nothing in them. */
export function countFacets(
  counts: readonly FacetCount[],
  categories: readonly Category[],
  levels: readonly number[] | undefined,
  topicLimit: number,
) {
  const wanted = DIFFICULTIES.filter(({ level }) => levels === undefined || levels.includes(level));
  const byCategory = Map.groupBy(counts, (count) => count.category_id);
  const spread = (members: readonly FacetCount[]) =>
    wanted.map(({ level, name }) => ({
      difficulty: level,
      name,
      total: sum(members.filter((member) => member.difficulty === level)),
    }));
  return {
    total: sum(counts),
    categories: categories.map(({ id, name }) => {
      const members = byCategory.get(id) ?? [];
      const topics = [...Map.groupBy(members, (member) => member.topic_focus)]
        .map(([topic_focus, parts]) => ({ topic_focus, total: sum(parts), difficulties: spread(parts) }))
        .sort((left, right) => right.total - left.total || compareTopics(left.topic_focus, right.topic_focus));
      return {
        category: name,
        total: sum(members),
        difficulties: spread(members),
        topic_count: topics.length,
        topics: topics.slice(0, topicLimit),
      };
    }),
  };
}

function sum(counts: readonly { count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

function compareTopics(left: string | null, right: string | null): number {
  return (left ?? '') < (right ?? '') ? -1 : 1;
}
