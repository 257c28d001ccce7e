import type { Executor } from '../database/database.ts';

/**
 * Examines the next `limit` bulk changes after an id. Deletes those whose change was deleted with its history and,
 * together with their change, those older than the given time that changed nothing. Returns where to continue;
 * undefined at the end.
 */
export async function deleteVoidBulkChanges(
  db: Executor,
  { after, limit }: { after: string; limit: number },
  createdBefore: Date,
): Promise<string | undefined> {
  const { rows } = await db.query<{ last: string | null; looked: number }>({
    text: `
      with looked as materialized (
        select bulk_changes.id, changes.count, created_at from bulk_changes left join changes using (id)
         where bulk_changes.id > $1 order by bulk_changes.id limit $2),
      void as materialized (
        select id from looked
         where count is null or (count = 0 and created_at < $3 and not exists (select from jobs where jobs.id = looked.id))),
      removed as (
        delete from bulk_changes using void where bulk_changes.id = void.id),
      removed_changes as (
        delete from changes using void where changes.id = void.id and count = 0)
      select (select id from looked order by id desc limit 1) as last, count(*)::integer as looked from looked`,
    values: [after, limit, createdBefore],
  });
  const { last = null, looked = 0 } = rows[0] ?? {};
  return looked < limit ? undefined : (last ?? undefined);
}
