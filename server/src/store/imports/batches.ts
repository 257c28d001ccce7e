import type { Executor } from '../database/database.ts';

export interface ImportBatch {
  number: number;
  /** How many items of the file are done with it. */
  items_until: number;
  question_ids: string[];
  /** The version of each before it, 0 of a new question. */
  former: number[];
  /** The version that it has now unless somebody else has changed it. */
  versions: number[];
}

export async function insertImportBatch(tx: Executor, importId: string, batch: ImportBatch): Promise<void> {
  await tx.query({
    name: 'insert_import_batch',
    text: 'insert into import_batches (import_id, number, items_until, question_ids, former, versions) values ($1, $2, $3, $4, $5, $6)',
    values: [importId, batch.number, batch.items_until, batch.question_ids, batch.former, batch.versions],
  });
}

/** How far an earlier worker came. */
export async function findLastBatch(
  db: Executor,
  importId: string,
): Promise<Pick<ImportBatch, 'number' | 'items_until'> | undefined> {
  const { rows } = await db.query<Pick<ImportBatch, 'number' | 'items_until'>>({
    text: 'select number, items_until from import_batches where import_id = $1 order by number desc limit 1',
    values: [importId],
  });
  return rows[0];
}
