import { CELLS_AND_TOGETHER, FINE, REGION, TOGETHER, WHOLE } from '../questions/counts.ts';
import type { Check } from './check.ts';

/** Counts kept by triggers that differ from counting the questions, by size, block and cell. */
export const BLOCKS: Check = {
  kinds: ['question_blocks.fine', 'question_blocks.region', 'question_blocks.whole', 'question_blocks.together'],
  text: `with counted as (
           select block, status, category_id, difficulty, sum(count) as count
             from (select (position >> ${FINE})::integer as block, status, category_id, difficulty, count(*) as count
                     from questions where deleted_at is null group by 1, 2, 3, 4
                   union all
                   select block, status, category_id, difficulty, -delta from question_count_deltas) counts
            group by 1, 2, 3, 4),
         expected as (
           select size, status, coalesce(category_id, ${TOGETHER}) as category_id, coalesce(difficulty, ${TOGETHER}) as difficulty,
                  block >> (size - ${FINE}) as block, sum(count) as count
             from counted
            cross join (values (${FINE}), (${REGION}), (${WHOLE})) sizes (size)
            group by ${CELLS_AND_TOGETHER})
         select case when category_id = ${TOGETHER} then 'question_blocks.together'
                     when size = ${FINE} then 'question_blocks.fine'
                     when size = ${REGION} then 'question_blocks.region'
                     else 'question_blocks.whole' end as kind,
                size, status, category_id, difficulty, block, kept.count as kept, expected.count as counted
           from question_blocks kept
           full join expected using (size, status, category_id, difficulty, block)
          where coalesce(kept.count, 0) <> coalesce(expected.count, 0)`,
};

/** The same by cell and topic. */
export const TOPICS: Check = {
  kinds: ['question_topics.count'],
  text: `select 'question_topics.count' as kind, status, category_id, difficulty, topic_focus, sum(kept) as kept, sum(counted) as counted
           from (select status, category_id, difficulty, topic_focus, count as kept, 0 as counted from question_topics
                 union all
                 select status, category_id, difficulty, topic_focus, delta, 0 from question_count_deltas
                 union all
                 select status, category_id, difficulty, coalesce(topic_focus, ''), 0, count(*)
                   from questions where deleted_at is null group by 1, 2, 3, 4) compared
          group by status, category_id, difficulty, topic_focus
         having sum(kept) <> sum(counted)`,
};

const DELTAS: Check = {
  kinds: ['question_count_deltas.category_id'],
  text: `select 'question_count_deltas.category_id' as kind, category_id, sum(delta) as delta
           from question_count_deltas
          where category_id not in (select id from categories)
          group by category_id`,
};

/** Wrong tags of questions: too many, too few, or with another status, category or level. */
export const TAGS: Check = {
  kinds: ['question_tags.missing', 'question_tags.extra'],
  text: `with given as (
           select distinct position, status, category_id, difficulty, unnest(tags) as tag from questions where deleted_at is null)
         (select 'question_tags.missing' as kind, *
            from (table given except select position, status, category_id, difficulty, tag from question_tags) missing)
          union all
         (select 'question_tags.extra', *
            from (select position, status, category_id, difficulty, tag from question_tags except table given) extra)`,
};

export const COUNT_CHECKS: readonly Check[] = [BLOCKS, TOPICS, DELTAS, TAGS];
