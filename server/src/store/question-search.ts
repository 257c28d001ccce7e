import type { CategoryCatalogue } from '../domain/category.ts';
import type { CursorKeys, Order, Total } from '../domain/page.ts';
import type { QuestionFilter } from '../domain/question-filter.ts';
import type { Executor } from './database.ts';
import { filterConditions, Values } from './question-conditions.ts';
import { BLOCK_SHIFT } from './question-counts.ts';

export interface SearchPage {
  limit: number;
  offset: number;
  after?: CursorKeys | undefined;
}

export interface SearchRow {
  body: string;
  keys: string[];
}

/** Questions for any filter and order: planned by PostgreSQL for the very values asked for. */
export async function searchQuestions(
  db: Executor,
  filter: QuestionFilter,
  order: Order,
  categories: CategoryCatalogue,
  page: SearchPage,
): Promise<SearchRow[]> {
  const byPosition = order.by === 'created_at' && filter.created_after === undefined;
  if (filter.q !== undefined && byPosition && page.offset === 0) {
    // A common word fills the page from the first block; a rare one has few matches in all, and sorting them is cheap.
    const block = await findStartBlock(db, order, page.after);
    const rows = await selectPage(db, filter, order, categories, page, block);
    if (rows.length >= page.limit) return rows;
  }
  return selectPage(db, filter, order, categories, page);
}

async function findStartBlock(db: Executor, order: Order, after: CursorKeys | undefined): Promise<bigint> {
  const [position] = after ?? [];
  // Any other key comes from a cursor made by hand: PostgreSQL refuses it with the page.
  if (position !== undefined) return /^\d{1,18}$/u.test(position) ? BigInt(position) >> BigInt(BLOCK_SHIFT) : 0n;
  return order.descending ? findLastBlock(db) : 0n;
}

async function findLastBlock(db: Executor): Promise<bigint> {
  const { rows } = await db.query<{ block: string }>({
    name: 'find_last_block',
    text: `select last_value >> ${BLOCK_SHIFT} as block from questions_position_seq`,
  });
  return BigInt(rows[0]?.block ?? 0);
}

async function selectPage(
  db: Executor,
  filter: QuestionFilter,
  order: Order,
  categories: CategoryCatalogue,
  page: SearchPage,
  block?: bigint,
): Promise<SearchRow[]> {
  const values = new Values();
  const where = filterConditions(filter, categories, values, block);
  // The fence makes PostgreSQL find words by their index; left free, it walks the bank in order and parses every text.
  const source =
    filter.q === undefined
      ? `questions where ${where}`
      : `(select * from questions where ${where} offset 0) found where true`;
  const columns = sortColumns(filter, order, categories, values);
  const names = columns.map((column) => column.expression);
  const direction = order.descending ? 'desc' : 'asc';
  let behind = '';
  if (page.after !== undefined) {
    const keys = page.after.map((key, index) => values.param(key, columns[index]?.type));
    behind = `and (${names.join(', ')}) ${order.descending ? '<' : '>'} (${keys.join(', ')})`;
  }
  const { rows } = await db.query<SearchRow>({
    text: `select body, array[${names.map((name) => `(${name})::text`).join(', ')}] as keys
             from ${source} ${behind}
            order by ${names.map((name) => `${name} ${direction}`).join(', ')}
            limit ${page.limit} offset ${page.offset}`,
    values: values.list,
  });
  return rows;
}

/** How many keys a cursor of this order carries. */
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
      // "Created after" is a range of ids; walking the ids in order finds its first rows at once, at any size.
      return filter.created_after === undefined ? [position] : [{ expression: 'id', type: 'uuid' }];
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

/** Past this many the answer says "at least" (as search engines do): counting on would cost more than the page. */
export const COUNT_LIMIT = 10_000;

export async function countQuestions(
  db: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
): Promise<Total> {
  if (filter.q !== undefined) {
    const blocks = Number(await findLastBlock(db)) + 1;
    const first = await countUpTo(db, filter, categories, 0n);
    if (blocks === 1 && first <= COUNT_LIMIT) return { total: first };
    if (first * blocks > COUNT_LIMIT) return { total: null, total_at_least: Math.min(first, COUNT_LIMIT) };
  }
  const count = await countUpTo(db, filter, categories);
  return count <= COUNT_LIMIT ? { total: count } : { total: null, total_at_least: COUNT_LIMIT };
}

async function countUpTo(
  db: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
  block?: bigint,
): Promise<number> {
  const values = new Values();
  const where = filterConditions(filter, categories, values, block);
  const { rows } = await db.query<{ count: string }>({
    text: `select count(*) from (select from questions where ${where} limit ${COUNT_LIMIT + 1}) counted`,
    values: values.list,
  });
  return Number(rows[0]?.count ?? 0);
}

/** Exact counts of cells and topics for filters that the kept counts do not cover. */
export async function countTopicsByScan(db: Executor, filter: QuestionFilter, categories: CategoryCatalogue) {
  const values = new Values();
  const where = filterConditions(filter, categories, values);
  const { rows } = await db.query<{
    category_id: number;
    difficulty: number;
    topic_focus: string | null;
    count: string;
  }>({
    text: `select category_id, difficulty, topic_focus, count(*)
             from questions
            where ${where}
            group by category_id, difficulty, topic_focus`,
    values: values.list,
  });
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** False for a text such as "what is the": nothing in it can be searched for. */
export async function hasSearchWords(db: Executor, q: string): Promise<boolean> {
  const { rows } = await db.query<{ nodes: number }>({
    name: 'has_search_words',
    text: `select numnode(websearch_to_tsquery('english', $1)) as nodes`,
    values: [q],
  });
  return (rows[0]?.nodes ?? 0) > 0;
}
