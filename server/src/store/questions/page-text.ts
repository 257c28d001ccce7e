import { MAX_PAGE_BYTES } from '../../domain/http/page-budget.ts';
import type { Cell, CellSet } from '../../domain/questions/cells.ts';
import type { Executor } from '../database/database.ts';
import { cellScopes } from './cell-scopes.ts';
import { WHOLE } from './counts.ts';
import { type WalkPage, walkStatement } from './walk.ts';

/**
 * While this value stays the same, every statement sees the same rows. A standby does not list the running
 * transactions, so two different states could look the same there; it returns null.
 */
const SNAPSHOT = '(case when pg_is_in_recovery() then null else pg_current_snapshot()::text end)';

/** A page as one text, ready to be sent. */
export interface PageText {
  bodies: string;
  hasMore: boolean;
  /** The position after which the next page begins; null unless this page is full. */
  lastPosition: string | null;
  /** Identifies the state of the database from which the page was read; null if it is unknown. */
  snapshot: string | null;
}

/** The parts of a page. One additional row shows whether there are more; cutPage removes it. */
const PAGE_COLUMNS = (limit: string) =>
  `string_agg(body, e',\\n') as bodies, (array_agg(position))[${limit}] as full_to, count(*) as found`;

interface PageRow {
  bodies: string | null;
  full_to: string | null;
  found: string;
  snapshot: string | null;
}

/**
 * The pages that nearly all lists ask for. PostgreSQL joins the rendered bodies and Node passes them on: no row is
 * decoded (prototype: 16 k/s, against 5 k/s with rows and JSON.stringify).
 */
export async function findPageText(db: Executor, set: CellSet, page: WalkPage): Promise<PageText> {
  const walk = walkStatement(set, { ...page, limit: page.limit + 1 });
  const { rows } = await db.query<PageRow>({
    name: `text_${walk.name}`,
    text: `select ${PAGE_COLUMNS('$1::integer - 1')}, ${SNAPSHOT} as snapshot from (${walk.text}) walked`,
    values: walk.values,
  });
  return cutPage(rows[0], page.limit);
}

/** A page that may be too large to be sent, or too large for a shared connection. */
interface SizedPage {
  bytes: number;
  /** Undefined if it has more bytes than allowed. */
  text: PageText | undefined;
  /** The number of rows that fit into the budget of a page; undefined if all do. */
  fitting: number | undefined;
}

/**
 * The same for pages of many rows, whose size is unknown. The page is measured first, which reads no text, and joined
 * only if it has at most `maxBytes`. The statement uses scalars, because PostgreSQL does not compute unused ones.
 */
export async function findSizedPageText(
  db: Executor,
  set: CellSet,
  page: WalkPage,
  maxBytes: number,
): Promise<SizedPage> {
  const walk = walkStatement(set, { ...page, limit: page.limit + 1 });
  const { rows } = await db.query<PageRow & { bytes: string; fitting: string | null }>({
    name: `sized_text_${walk.name}`,
    text: `
      with sized as materialized (
        select position, body, row_number() over in_order as place, sum(octet_length(body) + ${BODY_SEPARATOR.length}) over in_order as bytes
          from (${walk.text}) walked
        window in_order as (rows unbounded preceding)),
      measured as (
        select count(*) as found, coalesce(max(bytes) filter (where place < $1::bigint), 0) as bytes from sized)
      select found, bytes,
             case when bytes <= $${walk.values.length + 1}::bigint
                  then (select string_agg(body, e',\\n') from sized where place < $1::bigint) end as bodies,
             (select position from sized where place = $1::bigint - 1) as full_to,
             case when bytes > ${MAX_PAGE_BYTES}
                  then (select count(*) from sized where place < $1::bigint and sized.bytes <= ${MAX_PAGE_BYTES}) end as fitting,
             ${SNAPSHOT} as snapshot
        from measured`,
    values: [...walk.values, maxBytes],
  });
  const [row] = rows;
  const bytes = Number(row?.bytes ?? 0);
  return {
    bytes,
    fitting: typeof row?.fitting === 'string' ? Number(row.fitting) : undefined,
    text: bytes > maxBytes ? undefined : pageText(row, row?.bodies ?? '', page.limit),
  };
}

/** A page of one cell in creation order, after a position. */
export interface CellPage {
  cell: Cell;
  after: string;
  limit: number;
}

/**
 * Reads the pages that were requested in one turn of the event loop with one statement: half of the cost of a page is
 * the statement around it, in Node and in PostgreSQL alike.
 */
export async function listCellPages(db: Executor, pages: readonly CellPage[]): Promise<PageText[]> {
  const { rows } = await db.query<PageRow>({
    name: 'list_cell_pages',
    text: `select page.*, ${SNAPSHOT} as snapshot
             from unnest($1::question_status[], $2::smallint[], $3::smallint[], $4::bigint[], $5::integer[])
                  with ordinality as wanted (status, category_id, difficulty, after, size, place)
            cross join lateral (
                  select ${PAGE_COLUMNS('wanted.size')}
                    from (select position, body
                            from questions
                           where deleted_at is null and status = wanted.status and category_id = wanted.category_id
                             and difficulty = wanted.difficulty and position > wanted.after
                           order by position
                           limit wanted.size + 1) walked) page
            order by place`,
    values: [
      pages.map(({ cell }) => cell.status),
      pages.map(({ cell }) => cell.category_id),
      pages.map(({ cell }) => cell.difficulty),
      pages.map(({ after }) => after),
      pages.map(({ limit }) => limit),
    ],
  });
  return pages.map(({ limit }, index) => cutPage(rows[index], limit));
}

/** Separates questions. It never occurs within one: rendered JSON has no line breaks. */
export const BODY_SEPARATOR = ',\n';

function cutPage(row: PageRow | undefined, limit: number): PageText {
  const bodies = row?.bodies ?? '';
  return pageText(
    row,
    Number(row?.found) > limit ? bodies.slice(0, bodies.lastIndexOf(BODY_SEPARATOR)) : bodies,
    limit,
  );
}

function pageText(row: PageRow | undefined, bodies: string, limit: number): PageText {
  return {
    bodies,
    hasMore: Number(row?.found) > limit,
    lastPosition: row?.full_to ?? null,
    snapshot: row?.snapshot ?? null,
  };
}

/** The exact number of questions in some cells, and the state of the database in which it was counted. */
export async function countCellSet(db: Executor, set: CellSet): Promise<{ total: number; snapshot: string | null }> {
  const { name, values, anywhere, counted } = cellScopes(set, 1);
  const { rows } = await db.query<{ total: string; snapshot: string | null }>({
    name: `total_${name}`,
    text: `select coalesce(sum(count), 0) as total, ${SNAPSHOT} as snapshot
             from (select count from question_blocks where size = ${WHOLE} and ${counted}
                   union all
                   select delta from question_count_deltas where ${anywhere}) counts`,
    values: [...values],
  });
  return { total: Number(rows[0]?.total ?? 0), snapshot: rows[0]?.snapshot ?? null };
}

/** The current state of the database: while it is the same text, every question is the same. */
export async function findSnapshot(db: Executor): Promise<string | null> {
  const { rows } = await db.query<{ snapshot: string | null }>({
    name: 'find_snapshot',
    text: `select ${SNAPSHOT} as snapshot`,
  });
  return rows[0]?.snapshot ?? null;
}
