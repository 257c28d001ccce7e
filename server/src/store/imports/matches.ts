import type { Executor } from '../database/database.ts';
import { STORED_COLUMNS, type StoredQuestion } from '../questions/questions.ts';

interface WantedMatches {
  ids: readonly string[];
  externalIds: readonly string[];
  textHashes: readonly bigint[];
}

export interface MatchedQuestion extends StoredQuestion {
  text_hash: bigint;
}

/** The maximum number of questions examined that have one text and different answers. */
const MAX_PER_TEXT = 20;
/** The largest questions have 64 KB. */
const MAX_READ_AT_ONCE = 1000;

/**
 * Existing questions that items of a file may match: by id, by external id, or by the hash of the normalised text. Like
 * all statements here, it is planned every time: a plan made for an empty bank reads all of a bank that an import has
 * filled.
 */
export async function listMatches(
  db: Executor,
  { ids, externalIds, textHashes }: WantedMatches,
): Promise<MatchedQuestion[]> {
  const { rows } = await db.query<Omit<MatchedQuestion, 'text_hash'> & { text_hash: string }>({
    text: `with by_text as materialized (
             select same.position
               from unnest($3::bigint[]) given (text_hash)
              cross join lateral (select position from question_features
                                   where question_features.text_hash = given.text_hash limit ${MAX_PER_TEXT}) same),
           found as (
             select id from questions where id = any($1::uuid[])
             union
             select id from questions where external_id = any($2::text[]) and deleted_at is null
             union
             select row.id from by_text
              cross join lateral (select id from questions
                                   where deleted_at is null and status in ('draft', 'ready', 'archived')
                                     and position = by_text.position limit 1) row)
           select ${STORED_COLUMNS},
                  (select text_hash from question_features where question_features.position = questions.position) as text_hash
             from questions
            where id = any(array(select id from found limit ${MAX_READ_AT_ONCE * MAX_PER_TEXT})) and deleted_at is null
            order by position`,
    values: [ids, externalIds, textHashes],
  });
  return rows.map((row) => ({ ...row, text_hash: BigInt(row.text_hash) }));
}

/**
 * The current versions of questions, locked until the transaction ends. Everything that locks several questions does so
 * in one order.
 */
export async function listVersionsForUpdate(
  tx: Executor,
  ids: readonly string[],
): Promise<Map<string, { version: number; deleted: boolean }>> {
  const { rows } = await tx.query<{ id: string; version: number; deleted: boolean }>({
    text: `select id, version, deleted_at is not null as deleted from questions
            where id = any($1::uuid[]) order by id for update`,
    values: [ids],
  });
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
