import type { Executor } from '../database/database.ts';

/** Stores a piece of a file; pieces are numbered in order. */
export async function appendImportChunk(
  db: Executor,
  importId: string,
  number: number,
  bytes: Uint8Array,
): Promise<void> {
  await db.query({
    name: 'append_import_chunk',
    text: 'insert into import_chunks (import_id, number, bytes) values ($1, $2, $3)',
    values: [importId, number, bytes],
  });
}

/** The file, piece by piece: the next one is read while the caller uses the last one. */
export async function* readImportChunks(db: Executor, importId: string): AsyncGenerator<Uint8Array, void, undefined> {
  let next = findChunk(db, importId, 0);
  for (let number = 0; ; number += 1) {
    const bytes = await next;
    if (bytes === undefined) return;
    next = findChunk(db, importId, number + 1);
    next.catch(() => {}); // awaited below; a reader that stops early awaits nothing
    yield bytes;
  }
}

async function findChunk(db: Executor, importId: string, number: number): Promise<Uint8Array | undefined> {
  const { rows } = await db.query<{ bytes: Buffer }>({
    name: 'find_import_chunk',
    text: 'select bytes from import_chunks where import_id = $1 and number = $2',
    values: [importId, number],
  });
  return rows[0]?.bytes;
}

export async function deleteImportChunks(tx: Executor, importId: string): Promise<void> {
  await tx.query({ text: 'delete from import_chunks where import_id = $1', values: [importId] });
}
