import type { CategoryCatalogue } from '../../domain/categories.ts';
import type { CursorKeys, Order, Total } from '../../domain/http/page.ts';
import type { SizedRow } from '../../domain/http/page-budget.ts';
import { filterCells } from '../../domain/questions/cells.ts';
import { isCreatedRange, isTagFilter, type QuestionFilter } from '../../domain/questions/filter.ts';
import type { Executor } from '../database/database.ts';
import { withinBudget } from '../database/page-bytes.ts';
import { cellScopes } from './cell-scopes.ts';
import { filterConditions, filterSource, Values } from './conditions.ts';
import { type CountedTopics, listFullestTopics } from './topic-counts.ts';

interface SearchPage {
  /** One more than the size of the page, to know whether there are more. */
  limit: number;
  offset: number;
  after?: CursorKeys | undefined;
}

export interface SearchRow extends SizedRow {
  keys: string[];
}

/** Questions for any filter and order; PostgreSQL plans each statement for the given values. */
export async function searchQuestions(
  db: Executor,
  filter: QuestionFilter,
  order: Order,
  categories: CategoryCatalogue,
  page: SearchPage,
): Promise<SearchRow[]> {
  const values = new Values();
  const where = filterConditions(filter, categories, values);
  // The fence makes PostgreSQL find words by their index; without it, PostgreSQL walks the bank in order and parses
  // every text.
  const source =
    filter.q === undefined
      ? `${filterSource(filter, values)} where ${where}`
      : `(select * from ${filterSource(filter, values)} where ${where} offset 0) found where true`;
  const columns = sortColumns(filter, order, categories, values);
  const names = columns.map((column) => column.expression);
  const direction = order.descending ? 'desc' : 'asc';
  let after = '';
  if (page.after !== undefined) {
    const keys = page.after.map((key, index) => values.param(key, columns[index]?.type));
    after = `and (${names.join(', ')}) ${order.descending ? '<' : '>'} (${keys.join(', ')})`;
  }
  const { rows } = await db.query<SearchRow>({
    text: withinBudget(
      `select body, array[${names.map((name) => `(${name})::text`).join(', ')}] as keys
         from ${source} ${after}
        order by ${names.map((name) => `${name} ${direction}`).join(', ')}
        limit ${page.limit} offset ${page.offset}`,
      'keys',
      { kept: page.limit - 1 },
    ),
    values: values.list,
  });
  return rows;
}

/** The number of keys in a cursor of this order. */
export function searchKeyCount(order: Order): number {
  return order.by === 'created_at' ? 1 : 2;
}

interface SortColumn {
  expression: string;
  type: string;
}

function sortColumns(
  filter: QuestionFilter,
  order: Order,
  categories: CategoryCatalogue,
  values: Values,
): SortColumn[] {
  const position = { expression: 'position', type: 'bigint' };
  switch (order.by) {
    case 'created_at':
      // Times of creation are a range of ids; walking the ids in order finds its first rows at once, at any size.
      return isCreatedRange(filter) ? [{ expression: 'id', type: 'uuid' }] : [position];
    case 'updated_at':
      return [{ expression: 'updated_at', type: 'timestamptz' }, position];
    case 'difficulty':
      return [{ expression: 'difficulty', type: 'smallint' }, position];
    case 'category': {
      const byName = [...categories.all].sort((left, right) => (left.name < right.name ? -1 : 1));
      const ids = values.param(
        byName.map((category) => category.id),
        'smallint[]',
      );
      return [{ expression: `array_position(${ids}, category_id)`, type: 'integer' }, position];
    }
  }
}

/** Larger totals are given as "at least": counting on would cost more than the page. */
export const COUNT_LIMIT = 5000;

export async function countQuestions(
  db: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
): Promise<Total> {
  const count = await (isTagFilter(filter) ? countTagged : countUpTo)(db, filter, categories);
  return count <= COUNT_LIMIT ? { total: count } : { total: null, total_at_least: COUNT_LIMIT };
}

async function countUpTo(db: Executor, filter: QuestionFilter, categories: CategoryCatalogue): Promise<number> {
  const values = new Values();
  const where = filterConditions(filter, categories, values);
  const { rows } = await db.query<{ count: string }>({
    text: `select count(*) from (select from ${filterSource(filter, values)} where ${where} ${countingOrder(filter)} limit ${COUNT_LIMIT + 1}) counted`,
    values: values.list,
  });
  return Number(rows[0]?.count ?? 0);
}

export async function existsQuestion(
  db: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
): Promise<boolean> {
  const values = new Values();
  const where = filterConditions(filter, categories, values);
  const { rows } = await db.query({
    text: `select from ${filterSource(filter, values)} where ${where} ${countingOrder(filter)} limit 1`,
    values: values.list,
  });
  return rows.length > 0;
}

/** Uses the index of the range. Otherwise PostgreSQL reads the table from its start, past all older rows. */
function countingOrder(filter: QuestionFilter): string {
  if (filter.updated_after !== undefined || filter.updated_before !== undefined) return 'order by updated_at';
  return isCreatedRange(filter) ? 'order by id' : '';
}

/** If the filter has only cells and a tag, the rows of the tag contain everything. */
async function countTagged(db: Executor, filter: QuestionFilter, categories: CategoryCatalogue): Promise<number> {
  const { values, anywhere } = cellScopes(filterCells(filter, categories), 2);
  const { rows } = await db.query<{ count: string }>({
    text: `select count(*) from (select from question_tags where tag = $1 and ${anywhere} limit ${COUNT_LIMIT + 1}) counted`,
    values: [filter.tag, ...values],
  });
  return Number(rows[0]?.count ?? 0);
}

/** Exact counts by topic for filters that the stored counts do not cover. */
export async function countTopicsByScan(
  db: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
  topicLimit: number,
): Promise<CountedTopics> {
  const values = new Values();
  const where = filterConditions(filter, categories, values);
  const counted = `select category_id, difficulty, coalesce(topic_focus, '') as topic_focus, count(*)::integer as count
                     from ${filterSource(filter, values)} where ${where} group by 1, 2, 3`;
  return listFullestTopics(db, counted, values.list, topicLimit);
}
