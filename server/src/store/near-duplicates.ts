import type { Executor } from './database.ts';

export interface NearDuplicate {
  body: string;
  shared_bands: number;
}

/** Questions that share at least one MinHash band, the most alike first: candidates, to be compared word by word. */
export async function listNearDuplicates(db: Executor, bands: Int32Array, limit: number): Promise<NearDuplicate[]> {
  const { rows } = await db.query<NearDuplicate>({
    name: 'list_near_duplicates',
    text: `select q.body, cardinality(array(select unnest(candidate.minhash_bands) intersect select unnest($1::integer[]))) as shared_bands
             from (select position, minhash_bands from question_features where minhash_bands && $1::integer[] limit 200) candidate
             join questions q on q.position = candidate.position and q.deleted_at is null and q.status in ('draft', 'ready', 'archived')
            order by shared_bands desc, candidate.position
            limit $2`,
    values: [[...bands], limit],
  });
  return rows;
}
