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

/** Backwards: a question that a later batch changed again gets the older content last. */
export async function findBatchToUndo(db: Executor, importId: string): Promise<ImportBatch | undefined> {
  const { rows } = await db.query<ImportBatch>({
    text: `select number, items_until, question_ids, former, versions from import_batches
            where import_id = $1 and not undone order by number desc limit 1`,
    values: [importId],
  });
  return rows[0];
}

export async function updateBatchUndone(tx: Executor, importId: string, number: number): Promise<void> {
  await tx.query({
    text: 'update import_batches set undone = true where import_id = $1 and number = $2',
    values: [importId, number],
  });
}

export interface Taken {
  id: string;
  /** The version that an earlier batch of the import wrote. */
  former: number;
  /** The version that has its content now. */
  next: number;
}

/** Earlier batches that wrote a question too find it in the version that it has now. */
export async function updateEarlierVersions(tx: Executor, importId: string, taken: readonly Taken[]): Promise<void> {
  if (taken.length === 0) return;
  await tx.query({
    text: `update import_batches
              set versions = array(
                    select case when written.version = given.former then given.next else written.version end
                      from unnest(question_ids, versions) with ordinality written (id, version, place)
                      left join unnest($2::uuid[], $3::integer[], $4::integer[]) given (id, former, next) using (id)
                     order by place)
            where import_id = $1 and not undone and question_ids && $2::uuid[]`,
    values: [importId, taken.map(({ id }) => id), taken.map(({ former }) => former), taken.map(({ next }) => next)],
  });
}
