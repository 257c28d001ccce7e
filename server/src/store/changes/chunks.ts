import type { ChangeMember } from '../../domain/changes/change.ts';
import type { Executor } from '../database/database.ts';
import type { Conflict } from './write.ts';

export interface Chunk {
  number: number;
  members: ChangeMember[];
  conflicts: Conflict[];
}

interface ChunkRow {
  number: number;
  question_ids: string[];
  versions: number[];
  conflicts: Conflict[] | null;
}

/** The number of the only chunk of a change that was one transaction. */
const ONLY_CHUNK = 1;

const CHUNKS = `
  (select ${ONLY_CHUNK} as number, question_ids, versions, null::jsonb as conflicts
     from changes where id = $1 and question_ids is not null
    union all
   select number, question_ids, versions, conflicts from change_chunks where change_id = $1) chunks`;

/** The first chunk from a number on. With `conflictsOnly`, one statement skips all chunks without conflicts. */
export async function findChunk(
  db: Executor,
  changeId: string,
  { from, conflictsOnly }: { from: number; conflictsOnly: boolean },
): Promise<Chunk | undefined> {
  const { rows } = await db.query<ChunkRow>({
    name: 'find_change_chunk',
    text: `select * from ${CHUNKS}
            where number >= $2 and (not $3::boolean or conflicts is not null)
            order by number limit 1`,
    values: [changeId, from, conflictsOnly],
  });
  return rows[0] && readChunk(rows[0]);
}

/** The last chunk before a number. A revert walks backwards, so that a question that was written twice ends with its oldest content. */
export async function findChunkBefore(db: Executor, changeId: string, before: number): Promise<Chunk | undefined> {
  const { rows } = await db.query<ChunkRow>({
    name: 'find_change_chunk_before',
    text: `select * from ${CHUNKS} where number < $2 order by number desc limit 1`,
    values: [changeId, before],
  });
  return rows[0] && readChunk(rows[0]);
}

export const AFTER_ALL_CHUNKS = 2 ** 31 - 1;

function readChunk({ number, question_ids, versions, conflicts }: ChunkRow): Chunk {
  const members = question_ids.map((id, index) => ({ id, version: versions[index] ?? 0 }));
  return { number, members, conflicts: conflicts ?? [] };
}
