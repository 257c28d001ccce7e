import type { Executor } from '../database/database.ts';

/** The progress of an import. The questions that it wrote are members of its change. */
interface ImportBatch {
  number: number;
  /** The number of items of the file that are done after this batch. */
  items_until: number;
}

/** The lists of members are for imports of releases that had no changes. */
export async function insertImportBatch(tx: Executor, importId: string, batch: ImportBatch): Promise<void> {
  await tx.query({
    name: 'insert_import_batch',
    text: `insert into import_batches (import_id, number, items_until, question_ids, former, versions) values ($1, $2, $3, '{}', '{}', '{}')`,
    values: [importId, batch.number, batch.items_until],
  });
}

/** The last batch that an earlier worker has written. */
export async function findLastBatch(db: Executor, importId: string): Promise<ImportBatch | undefined> {
  const { rows } = await db.query<ImportBatch>({
    text: 'select number, items_until from import_batches where import_id = $1 order by number desc limit 1',
    values: [importId],
  });
  return rows[0];
}
