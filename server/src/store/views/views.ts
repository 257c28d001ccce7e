import type { RequestedFilter } from '../../domain/questions/filter.ts';
import type { ShownField } from '../../domain/questions/visibility.ts';
import type { Executor } from '../database/database.ts';
import type { KeysetPage, KeysetRows } from '../database/owned-rows.ts';
import { wholeWithinBudget } from '../database/page-bytes.ts';

interface ViewContent {
  name: string;
  filter: RequestedFilter;
  sort: string | null;
  columns: readonly ShownField[] | null;
  shared: boolean;
}

/** A saved list of questions, visible to its owner or to everybody who may read questions. */
export interface View extends ViewContent {
  id: string;
  owner: string;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  version: number;
}

const NAMES = 'id, name, filter, sort, columns, shared, owner, created_by, created_at, updated_at, version';
const COLUMNS = NAMES.replace('created_by', 'owner as created_by');

export async function insertView(
  tx: Executor,
  view: Omit<View, 'created_by' | 'updated_at' | 'version'>,
): Promise<View> {
  const { rows } = await tx.query<View>({
    text: `insert into views (id, name, filter, sort, columns, shared, owner, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
           returning ${COLUMNS}`,
    values: [
      view.id,
      view.name,
      JSON.stringify(view.filter),
      view.sort,
      view.columns,
      view.shared,
      view.owner,
      view.created_at,
    ],
  });
  return rows[0] as View;
}

/** Undefined also if it belongs to somebody else and is not shared. */
export async function findView(db: Executor, id: string, reader: string): Promise<View | undefined> {
  const { rows } = await db.query<View>({
    name: 'find_view',
    text: `select ${COLUMNS} from views where id = $1 and (shared or owner = $2)`,
    values: [id, reader],
  });
  return rows[0];
}

/** Locks it until the transaction ends. */
export async function lockView(tx: Executor, id: string, reader: string): Promise<View | undefined> {
  const { rows } = await tx.query<View>({
    text: `select ${COLUMNS} from views where id = $1 and (shared or owner = $2) for update`,
    values: [id, reader],
  });
  return rows[0];
}

/** Each part has an index, and both are bounded. */
const VISIBLE = `(select * from views where shared union all select * from views where owner = $1 and not shared) visible`;

/** The reader's own and the shared views, in creation order. A filter may name a thousand ids. */
export async function listViews(
  db: Executor,
  reader: string,
  { limit, offset, after }: KeysetPage,
): Promise<KeysetRows<View>> {
  const page = `select ${COLUMNS}, octet_length(filter::text) + 1000 as bytes
                  from ${VISIBLE}
                 where $4::uuid is null or id > $4
                 order by id limit $2 offset $3`;
  const { rows } = await db.query<View & { fitting: number | null }>({
    text: `${wholeWithinBudget(page, NAMES, '$2 - 1')} order by id`,
    values: [reader, limit, offset, after ?? null],
  });
  const counted = await db.query<{ total: number }>({
    text: `select count(*)::float8 as total from ${VISIBLE}`,
    values: [reader],
  });
  return { rows, total: { total: counted.rows[0]?.total ?? 0 } };
}

export async function updateView(tx: Executor, id: string, content: ViewContent, now: Date): Promise<View> {
  const { rows } = await tx.query<View>({
    text: `update views
              set name = $2, filter = $3, sort = $4, columns = $5, shared = $6, version = version + 1,
                  updated_at = greatest($7, updated_at)
            where id = $1
           returning ${COLUMNS}`,
    values: [id, content.name, JSON.stringify(content.filter), content.sort, content.columns, content.shared, now],
  });
  return rows[0] as View;
}

export async function deleteView(tx: Executor, id: string): Promise<void> {
  await tx.query({ text: 'delete from views where id = $1', values: [id] });
}
