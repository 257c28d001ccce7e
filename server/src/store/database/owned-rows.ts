import type { QueryResultRow } from 'pg';
import type { Total } from '../../domain/http/page.ts';
import type { Executor } from './database.ts';

/** A page in the order of ids, which is the order of creation. */
export interface KeysetPage {
  limit: number;
  offset: number;
  after?: string | undefined;
}

export interface KeysetRows<Row> {
  /** For large rows: only the first one if the page has too many bytes, with the number of rows that fit. */
  rows: (Row & { fitting?: number | null })[];
  total: Total;
}

interface Selection {
  columns: string;
  from: string;
  where: string;
}

/**
 * Lists what one principal has created, or everything when `owner` is null. Credentials are few, so the total is exact.
 */
export async function listOwned<Row extends QueryResultRow>(
  db: Executor,
  { columns, from, where }: Selection,
  owner: string | null,
  { limit, offset, after }: KeysetPage,
): Promise<KeysetRows<Row>> {
  const owned = `${where} and ($1::text is null or created_by = $1)`;
  const { rows } = await db.query<Row>({
    text: `select ${columns} from ${from}
            where ${owned} and ($4::uuid is null or id > $4)
            order by id limit $2 offset $3`,
    values: [owner, limit, offset, after ?? null],
  });
  const counted = await db.query<{ total: string }>({
    text: `select count(*) as total from ${from} where ${owned}`,
    values: [owner],
  });
  return { rows, total: { total: Number(counted.rows[0]?.total ?? 0) } };
}
