import type { Executor } from '../database/database.ts';

/** A statement that counts the members whose version has left the history, by a selection of their `change_id`. */
export const countGone = (removed: string) => `
  update changes
     set gone = coalesce(gone, 0) + lost.members
    from (select change_id, count(*)::integer as members from (${removed}) removed where change_id is not null group by change_id) lost
   where changes.id = lost.change_id`;

/** Deletes changes whose members have all left the history, with their chunks, in batches. */
export async function deleteGoneChanges(db: Executor, limit: number): Promise<number> {
  const { rows } = await db.query<{ id: string }>({
    text: `select id from changes where gone >= count order by id limit $1`,
    values: [limit],
  });
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const { rowCount } = await db.query({
    text: `delete from change_chunks
            where ctid = any(array(select ctid from change_chunks where change_id = any($1::uuid[]) limit $2))`,
    values: [ids, limit],
  });
  if (rowCount === limit) return limit; // there are more
  await db.query({ text: 'delete from changes where id = any($1::uuid[])', values: [ids] });
  return ids.length;
}
