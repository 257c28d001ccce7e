import type { Executor } from '../database/database.ts';

/**
 * Creates a change for an import of a release that had no changes, from its batches, so that it can be reverted like
 * any other.
 */
export async function ensureImportChange(tx: Executor, importId: string): Promise<void> {
  const { rowCount } = await tx.query({
    text: `insert into changes (id, kind, actor, count, status)
           select imports.id, 'import', actor,
                  (select coalesce(sum(cardinality(question_ids)), 0) from import_batches where import_id = $1), 'succeeded'
             from imports where imports.id = $1
               on conflict do nothing`,
    values: [importId],
  });
  if (rowCount === 0) return;
  await tx.query({
    text: `insert into change_chunks (change_id, number, question_ids, versions)
           select import_id, row_number() over (order by number), question_ids, array(select before + 1 from unnest(former) before)
             from import_batches where import_id = $1 and cardinality(question_ids) > 0`,
    values: [importId],
  });
}
