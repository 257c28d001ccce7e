import type { CellSet } from '../domain/question-cells.ts';
import type { Executor } from './database.ts';

/**
 * While this reads the same, every statement sees the same rows. A standby does not list the transactions under way, so
 * two states could read alike there: it gives null.
 */
const SNAPSHOT = '(case when pg_is_in_recovery() then null else pg_current_snapshot()::text end)';

/** A page as one text, ready to be sent. */
export interface PageText {
  bodies: string;
  hasMore: boolean;
  lastPosition: string | null;
  /** Names the exact state of the database the page was read from; null where it cannot be told. */
  snapshot: string | null;
}

/**
 * The page that nearly every list asks for: the first rows of some cells, or those behind a position. PostgreSQL joins
 * the rendered bodies and Node passes them on: no row is decoded (prototype: 16 k/s where rows and JSON.stringify
 * reached 5 k/s). One statement for each number of cells, prepared once, its plan generic.
 */
export async function findPageText(
  db: Executor,
  set: CellSet,
  { limit, descending, after }: { limit: number; descending: boolean; after?: string | undefined },
): Promise<PageText> {
  const direction = descending ? 'desc' : 'asc';
  const { name, values, scopes } = describeScopes(set, 3);
  const branches = scopes.map(
    (scope) =>
      `(select position, body from questions
         where deleted_at is null and ${scope} and position ${descending ? '<' : '>'} $2
         order by position ${direction} limit $1 + 1)`,
  );
  const { rows } = await db.query<{
    bodies: string | null;
    last: string | null;
    found: string;
    snapshot: string | null;
  }>({
    name: `page_${name}_${direction}`,
    text: `select string_agg(body, ',') filter (where ordinal <= $1) as bodies,
                  ${descending ? 'min' : 'max'}(position) filter (where ordinal <= $1) as last,
                  count(*) as found,
                  ${SNAPSHOT} as snapshot
             from (select position, body, row_number() over () as ordinal
                     from (select position, body
                             from (${branches.join(' union all ')}) cells
                            order by position ${direction}
                            limit $1 + 1) ordered) page`,
    values: [limit, after ?? (descending ? LAST_POSITION : '0'), ...values],
  });
  const [row] = rows;
  return {
    bodies: row?.bodies ?? '',
    hasMore: Number(row?.found) > limit,
    lastPosition: row?.last ?? null,
    snapshot: row?.snapshot ?? null,
  };
}

const LAST_POSITION = '9223372036854775807';

/** The exact number of questions in some cells, and the state of the database it was counted in. */
export async function countCellSet(db: Executor, set: CellSet): Promise<{ total: number; snapshot: string | null }> {
  const { name, values, scopes } = describeScopes(set, 1);
  const where = scopes.map((scope) => `(${scope})`).join(' or ');
  const { rows } = await db.query<{ total: string; snapshot: string | null }>({
    name: `total_${name}`,
    text: `select coalesce(sum(count), 0) as total, ${SNAPSHOT} as snapshot
             from (select count from question_blocks where ${where}
                   union all
                   select delta from question_count_deltas where ${where}) counted`,
    values,
  });
  return { total: Number(rows[0]?.total ?? 0), snapshot: rows[0]?.snapshot ?? null };
}

/** The state of the database now: while it is the same text, every question is the same. */
export async function findSnapshot(db: Executor): Promise<string | null> {
  const { rows } = await db.query<{ snapshot: string | null }>({
    name: 'find_snapshot',
    text: `select ${SNAPSHOT} as snapshot`,
  });
  return rows[0]?.snapshot ?? null;
}

/** A condition for each scan, its values as parameters, so that the statement depends on their number alone. */
function describeScopes({ cells, wholeStatuses }: CellSet, from: number) {
  if (wholeStatuses !== undefined) {
    return {
      name: `statuses_${wholeStatuses.length}`,
      values: [...wholeStatuses],
      scopes: wholeStatuses.map((_, index) => `status = $${from + index}::question_status`),
    };
  }
  return {
    name: `cells_${cells.length}`,
    values: cells.flatMap((cell) => [cell.status, cell.category_id, cell.difficulty]),
    scopes: cells.map((_, index) => {
      const at = from + index * 3;
      return `status = $${at}::question_status and category_id = $${at + 1}::smallint and difficulty = $${at + 2}::smallint`;
    }),
  };
}
