import type { Executor } from '../database/database.ts';
import type { KeysetPage, KeysetRows } from '../database/owned-rows.ts';
import { IS_VALID } from './dismissals.ts';

/** A dismissal of rows about one question, or of a pair. */
export interface AnyDismissal {
  id: string;
  analysis_type: string;
  question_id: string | null;
  question_ids: readonly string[] | null;
  version: number | null;
  about: readonly string[] | null;
  reason: string | null;
  created_at: Date;
  created_by: string;
}

/** Stands for all types that report pairs: a pair is dismissed for each of them. */
export const PAIR_TYPE = 'duplicates';

interface DismissalFilter {
  analysisType: string | undefined;
  /** Whether the given type reports pairs; true if no type is given. */
  pairs: boolean;
  questionId: string | undefined;
}

const ROWS = `
  select id, analysis_type, question_id, null::uuid[] as question_ids, version, about, reason, created_at, created_by
    from dismissals
   where ${IS_VALID} and ($1::text is null or analysis_type = $1) and ($2::uuid is null or question_id = $2)`;
const PAIRS = `
  select id, '${PAIR_TYPE}', null, array[question_a, question_b], null, null, note, created_at, created_by
    from duplicate_dismissals
   where withdrawn_at is null and $3 and ($2::uuid is null or question_a = $2 or question_b = $2)`;

/** A valid dismissal of either kind. */
export async function findDismissal(db: Executor, id: string): Promise<AnyDismissal | undefined> {
  const { rows } = await db.query<AnyDismissal>({
    text: `select * from (${ROWS} and id = $4 union all ${PAIRS} and id = $4) found`,
    values: [null, null, true, id],
  });
  return rows[0];
}

/** Valid dismissals, newest first. Each table yields as many as the page may need, by its index. */
export async function listDismissals(
  db: Executor,
  { analysisType, pairs, questionId }: DismissalFilter,
  { limit, offset, after }: KeysetPage,
): Promise<KeysetRows<AnyDismissal>> {
  const filter = [analysisType ?? null, questionId ?? null, pairs];
  const newest = (table: string) =>
    `(${table} and ($6::uuid is null or id < $6) order by id desc limit $4::bigint + $5::bigint)`;
  const { rows } = await db.query<AnyDismissal>({
    text: `select * from (${newest(ROWS)} union all ${newest(PAIRS)}) listed order by id desc limit $4 offset $5`,
    values: [...filter, limit, offset, after ?? null],
  });
  const counted = await db.query<{ total: number }>({
    text: `select count(*)::float8 as total from (${ROWS} union all ${PAIRS}) listed`,
    values: filter,
  });
  return { rows, total: { total: counted.rows[0]?.total ?? 0 } };
}
