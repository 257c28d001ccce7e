import { ADOPTED } from '../../domain/analysis/attempt.ts';
import type { Executor } from '../database/database.ts';
import { type ItemRow, withQuestions } from './items.ts';

/** Rows of one result that another does not have. */
interface OtherRows {
  count: number;
  rows: ItemRow[];
}

/**
 * Two rows are the same when they are about the same question and agree in the members of their body that `identity`
 * names, or in the whole body. Each statement reads each result once. Processor time for 450,000 rows against 450,000
 * others: 4.1 s by the whole body, 10 s by a member; for 100,000 against 100,000 2.2 s by a member.
 */
export async function listOtherItems(
  db: Executor,
  { of, notIn }: { of: string; notIn: string },
  identity: readonly (readonly string[])[] | null,
  limit: number,
): Promise<OtherRows> {
  const key =
    identity === null
      ? 'body'
      : `concat_ws(' ', ${identity.map((path) => `body::jsonb #>> '{${path.join(',')}}'`).join(', ')})`;
  const rowsOf = (result: string) => `
    select row_number() over (order by rank, shard, place) - 1 as ordinal, question_id, version, body,
           concat(question_id, ' ', ${key}) as key
      from analysis_items, unnest(question_ids, versions, bodies) with ordinality listed (question_id, version, body, place)
     where items_id = ${result} and attempt = '${ADOPTED}'`;
  const others = `
    select ordinal, question_id, version, body from (${rowsOf('$1')}) own
     where not exists (select from (${rowsOf('$2')}) theirs where theirs.key = own.key)`;
  const counted = await db.query<{ count: number }>({
    text: `select count(*)::float8 as count from (${others}) others`,
    values: [of, notIn],
  });
  const { rows } = await db.query<ItemRow>({
    text: withQuestions(`select * from (${others}) others order by ordinal limit $3`, '$3'),
    values: [of, notIn, limit],
  });
  return { count: counted.rows[0]?.count ?? 0, rows };
}
