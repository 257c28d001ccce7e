import type { CategoryCatalogue } from '../../domain/categories.ts';
import type { Total } from '../../domain/http/page.ts';
import type { SizedRow } from '../../domain/http/page-budget.ts';
import type { QuestionFilter } from '../../domain/questions/filter.ts';
import type { Executor } from '../database/database.ts';
import { withinBudget } from '../database/page-bytes.ts';
import { filterConditions, filterSource, SEARCH_BLOCK, Values } from './conditions.ts';
import { COUNT_LIMIT, countQuestions, type SearchRow } from './search.ts';

interface WordPage {
  limit: number;
  descending: boolean;
  /** Continue after this position. */
  after?: string | undefined;
}

interface WordSearch {
  rows: SearchRow[];
  total: Total;
}

/** Up to here, reading every match costs less than examining a block first. */
const FEW = 2000;

/**
 * Questions that contain some words, in creation order. If there are few matches, all are read, once for the page and
 * the total. If there are many, only those in the block where the page begins are read: they nearly always fill the
 * page, and if they indicate more matches than can be counted, the total says "at least".
 */
export async function searchWords(
  db: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
  page: WordPage,
): Promise<WordSearch> {
  if ((await estimateMatches(db, filter, categories)) > FEW) {
    const blocks = (await findLastBlock(db)) + 1n;
    const block = page.after === undefined ? (page.descending ? blocks - 1n : 0n) : blockOf(page.after);
    const { rows, count } = await readMatches(db, filter, categories, page, block);
    if (rows.length === page.limit) {
      return { rows, total: totalFromBlock(count, blocks) ?? (await countQuestions(db, filter, categories)) };
    }
  }
  const { rows, count } = await readMatches(db, filter, categories, page);
  return { rows, total: count <= COUNT_LIMIT ? { total: count } : { total: null, total_at_least: COUNT_LIMIT } };
}

/** The number of questions that contain some words, for pages in another order. */
export async function countWords(db: Executor, filter: QuestionFilter, categories: CategoryCatalogue): Promise<Total> {
  if ((await estimateMatches(db, filter, categories)) > FEW) {
    const blocks = (await findLastBlock(db)) + 1n;
    const { count } = await readMatches(db, filter, categories, { limit: 0, descending: false }, 0n);
    const total = totalFromBlock(count, blocks);
    if (total !== undefined) return total;
  }
  return countQuestions(db, filter, categories);
}

/** Undefined if so few are expected that they can be counted. */
function totalFromBlock(count: number, blocks: bigint): Total | undefined {
  if (count * Number(blocks) <= COUNT_LIMIT) return undefined;
  return { total: null, total_at_least: Math.min(count, COUNT_LIMIT) };
}

/** PostgreSQL's estimate, which only has to distinguish few from many. */
async function estimateMatches(db: Executor, filter: QuestionFilter, categories: CategoryCatalogue): Promise<number> {
  const values = new Values();
  const where = filterConditions(filter, categories, values);
  const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>({
    text: `explain (format json) select from ${filterSource(filter, values)} where ${where}`,
    values: values.list,
  });
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Any other key comes from a handmade cursor, which PostgreSQL rejects with the page. */
function blockOf(position: string): bigint {
  return /^\d{1,18}$/u.test(position) ? BigInt(position) >> BigInt(SEARCH_BLOCK) : 0n;
}

async function findLastBlock(db: Executor): Promise<bigint> {
  const { rows } = await db.query<{ block: string }>({
    name: 'find_last_block',
    text: `select last_value >> ${SEARCH_BLOCK} as block from questions_position_seq`,
  });
  return BigInt(rows[0]?.block ?? 0);
}

/** A page of the matches, in one block or in all of them, and their number. */
async function readMatches(
  db: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
  { limit, descending, after }: WordPage,
  block?: bigint,
): Promise<{ rows: SearchRow[]; count: number }> {
  const values = new Values();
  const where = filterConditions(filter, categories, values, block);
  const rest = after === undefined ? '' : `where position ${descending ? '<' : '>'} ${values.param(after, 'bigint')}`;
  const direction = descending ? 'desc' : 'asc';
  const page = `
    select count, position, body
      from (select count(*) from found) counted
      left join (select page.position, body
                   from (select status, position from found ${rest} order by position ${direction} limit ${limit}) page
                  cross join lateral (
                        select body from questions
                         where deleted_at is null and status = page.status and position = page.position limit 1) row) rows
        on true
     order by position ${direction}`;
  const { rows } = await db.query<SizedRow & { count: string; position: string | null }>({
    // Without materialising, PostgreSQL walks the bank in order and parses every text.
    text: `with found as materialized (select status, position from ${filterSource(filter, values)} where ${where})
           ${withinBudget(page, 'count, position', { kept: limit - 1 })}`,
    values: values.list,
  });
  return {
    rows: rows.flatMap(({ position, body, fits }) => (position === null ? [] : [{ body, fits, keys: [position] }])),
    count: Number(rows[0]?.count ?? 0),
  };
}

export type Searchability = 'searchable' | 'no_words' | 'only_negated';

/**
 * What the index can do with a text: nothing with "what is the", which has no words, and nothing with `-moon` or `sun
 * or -moon`, for which every question of the bank would be read (5 s and more).
 */
export async function findSearchability(db: Executor, q: string): Promise<Searchability> {
  const { rows } = await db.query<{ searchability: Searchability }>({
    name: 'find_searchability',
    text: `select case when numnode(words) = 0 then 'no_words'
                       when querytree(words) in ('', 'T') then 'only_negated'
                       else 'searchable' end as searchability
             from websearch_to_tsquery('english', $1) words`,
    values: [q],
  });
  return rows[0]?.searchability ?? 'no_words';
}
