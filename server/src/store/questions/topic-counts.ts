import type { CellSet } from '../../domain/questions/cells.ts';
import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import type { CountedTopics } from '../../domain/questions/facets.ts';
import type { Executor } from '../database/database.ts';
import { cellPredicate } from './counts.ts';

export type { CountedTopics } from '../../domain/questions/facets.ts';

/** Exact counts by topic within some cells, of one topic or of all. */
export async function countFullestTopics(
  db: Executor,
  set: CellSet,
  topic: string | undefined,
  topicLimit: number,
): Promise<CountedTopics> {
  return listFullestTopics(db, keptCounts(set, topic), topic === undefined ? [] : [topic], topicLimit);
}

/** The number of questions of a topic within some cells. */
export async function countTopic(db: Executor, set: CellSet, topic: string): Promise<number> {
  const { rows } = await db.query<{ total: string }>({
    text: `select coalesce(sum(count), 0) as total from (${keptCounts(set, topic)}) counted`,
    values: [topic],
  });
  return Number(rows[0]?.total ?? 0);
}

/**
 * The stored counts and the deltas since; an empty `topic_focus` stands for none. Sums of `bigint` would take twice as
 * long.
 */
function keptCounts(set: CellSet, topic: string | undefined): string {
  const where = `${cellPredicate(set)}${topic === undefined ? '' : ' and topic_focus = $1'}`;
  return `select category_id, difficulty, topic_focus, count::integer from question_topics where ${where}
          union all
          select category_id, difficulty, topic_focus, delta from question_count_deltas where ${where}`;
}

const LEVELS = DIFFICULTY_LEVELS.map((level) => `level_${level}`);

/**
 * Exact counts of each category and of its largest topics. PostgreSQL ranks them, because Node took 5 s for 200,000
 * topics. It ranks one category at a time, because it keeps only the best rows in memory if a sort has no partitions.
 */
export async function listFullestTopics(
  db: Executor,
  counted: string,
  values: unknown[],
  topicLimit: number,
): Promise<CountedTopics> {
  const { rows } = await db.query<{
    category_id: number;
    topic_count: string | null;
    topic_focus: string;
    levels: string[];
  }>({
    text: `
      with topics as materialized (
        select category_id, topic_focus,
               ${DIFFICULTY_LEVELS.map((level) => `coalesce(sum(count) filter (where difficulty = ${level}), 0) as level_${level}`).join(', ')}
          from (${counted}) counted
         group by category_id, topic_focus),
      categories as materialized (
        select category_id, count(*) as topic_count, array[${LEVELS.map((level) => `sum(${level})::bigint`).join(', ')}] as levels
          from topics
         where ${LEVELS.join(' + ')} <> 0
         group by category_id)
      select category_id, topic_count, '' as topic_focus, levels
        from categories
      union all
      select categories.category_id, null, fullest.topic_focus, fullest.levels
        from categories
       cross join lateral (
             select topic_focus, array[${LEVELS.join(', ')}] as levels
               from topics
              where topics.category_id = categories.category_id and ${LEVELS.join(' + ')} <> 0
              order by ${LEVELS.join(' + ')} desc, topic_focus collate "C"
              limit ${topicLimit}) fullest`,
    values,
  });
  const counts: CountedTopics = { categories: [], topics: [] };
  for (const { category_id, topic_count, topic_focus, levels } of rows) {
    const cell = { category_id, levels: levels.map(Number) };
    if (topic_count !== null) counts.categories.push({ ...cell, topic_count: Number(topic_count) });
    else counts.topics.push({ ...cell, topic_focus: topic_focus === '' ? null : topic_focus });
  }
  return counts;
}
