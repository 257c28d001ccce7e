import { DIFFICULTY_LEVELS } from '../domain/difficulty.ts';
import type { CountedTopics } from '../domain/facets.ts';
import type { CellSet } from '../domain/question-cells.ts';
import type { Executor } from './database.ts';
import { cellPredicate } from './question-counts.ts';

export type { CountedTopics } from '../domain/facets.ts';

/** Exact counts by topic inside some cells, of one topic or of all. */
export async function countFullestTopics(
  db: Executor,
  set: CellSet,
  topic: string | undefined,
  topicLimit: number,
): Promise<CountedTopics> {
  return listFullestTopics(db, keptCounts(set, topic), topic === undefined ? [] : [topic], topicLimit);
}

/** How many questions a topic has inside some cells. */
export async function countTopic(db: Executor, set: CellSet, topic: string): Promise<number> {
  const { rows } = await db.query<{ total: string }>({
    text: `select coalesce(sum(count), 0) as total from (${keptCounts(set, topic)}) counted`,
    values: [topic],
  });
  return Number(rows[0]?.total ?? 0);
}

/** The kept counts and what has been written since; `topic_focus` is empty for none. */
function keptCounts(set: CellSet, topic: string | undefined): string {
  const where = `${cellPredicate(set)}${topic === undefined ? '' : ' and topic_focus = $1'}`;
  return `select category_id, difficulty, topic_focus, count from question_topics where ${where}
          union all
          select category_id, difficulty, topic_focus, delta from question_count_deltas where ${where}`;
}

/** Exact counts of each category, and of its fullest topics: a bank of 200,000 topics is ranked here, not in Node (5 s). */
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
        select category_id, topic_focus, sum(count) as total,
               array[${DIFFICULTY_LEVELS.map((level) => `coalesce(sum(count) filter (where difficulty = ${level}), 0)`).join(', ')}] as levels
          from (${counted}) counted
         group by category_id, topic_focus
        having sum(count) <> 0),
      ranked as (
        select category_id, topic_focus, levels,
               row_number() over (partition by category_id order by total desc, topic_focus collate "C") as place
          from topics)
      select category_id, count(*) as topic_count, '' as topic_focus,
             array[${DIFFICULTY_LEVELS.map((_, index) => `sum(levels[${index + 1}])`).join(', ')}] as levels, 0 as place
        from topics
       group by category_id
      union all
      select category_id, null, topic_focus, levels, place
        from ranked
       where place <= ${topicLimit}
       order by category_id, place`,
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
