import type { FindingKeys } from '../domain/question-features.ts';
import type { Executor } from './database.ts';

/** A question that may ask the same as another: to be compared word by word. */
export interface Candidate {
  id: string;
  question_text: string;
  correct_answer: string;
}

/** How many questions have each of the commonest likeness keys, by PostgreSQL's statistics. */
export type KeyCounts = ReadonlyMap<number, number>;

export async function countCommonKeys(db: Executor): Promise<KeyCounts> {
  const { rows } = await db.query<{ keys: number[]; shares: number[]; questions: number }>({
    text: `select coalesce(most_common_elems::text::integer[], '{}') as keys, coalesce(most_common_elem_freqs, '{}') as shares, reltuples as questions
             from pg_stats
             join pg_class on pg_class.oid = format('%I.%I', schemaname, tablename)::regclass
            where schemaname = current_schema() and tablename = 'question_features' and attname = 'likeness_keys'`,
  });
  const { keys = [], shares = [], questions = 0 } = rows[0] ?? {};
  return new Map(keys.map((key, index) => [key, (shares[index] ?? 0) * questions]));
}

const MOST_OF_A_TEXT = 5;
const MOST_OF_A_KEY = 8;
const MOST_CANDIDATES = 5;

/**
 * Questions with the same text or a common likeness key. Keys that thousands share, such as "country" with the answer
 * "true", say nothing: they are left out, since an inverted index reads them to their end.
 */
export async function listNearDuplicates(
  db: Executor,
  { text_hash, likeness_keys }: FindingKeys,
  common: KeyCounts,
): Promise<Candidate[]> {
  const telling = Array.from(likeness_keys).filter((key) => (common.get(key) ?? 0) <= MOST_SHARING);
  const { rows } = await db.query<Candidate>({
    name: 'list_near_duplicates',
    text: `with candidates (position) as materialized (
             (select position from question_features where text_hash = $1 limit ${MOST_OF_A_TEXT})
             union
             select positions_by_likeness($2::integer[], ${MOST_OF_A_KEY}, ${MOST_CANDIDATES}))
           select id, question_text, correct_answer
             from candidates
            cross join lateral (
                  select id, question_text, correct_answer from questions
                   where deleted_at is null and status in ('draft', 'ready', 'archived') and position = candidates.position limit 1) row
            order by candidates.position`,
    values: [text_hash, telling],
  });
  return rows;
}

const MOST_SHARING = 200;

/** Holds back whoever else checks one of these texts until the transaction ends: of two that bring the same, one sees the other. */
export async function lockTexts(tx: Executor, hashes: readonly bigint[]): Promise<void> {
  await tx.query({
    name: 'lock_texts',
    text: 'select pg_advisory_xact_lock(hash) from (select distinct unnest($1::bigint[]) as hash order by hash) ordered',
    values: [hashes],
  });
}

/** Some questions out of the whole bank, page by page of the table. */
export async function sampleQuestions(db: Executor, count: number): Promise<Candidate[]> {
  const { rows: sizes } = await db.query<{ questions: number }>({
    text: `select reltuples as questions from pg_class where oid = 'questions'::regclass`,
  });
  const share = Math.min(100, (200 * count) / Math.max(1, sizes[0]?.questions ?? 0));
  const { rows } = await db.query<Candidate>({
    text: `select id, question_text, correct_answer from questions tablesample system ($1) where deleted_at is null limit $2`,
    values: [share, count],
  });
  return rows;
}
