import { askedKeys } from '../../domain/likeness/likeness-keys.ts';
import type { FindingKeys } from '../../domain/questions/features.ts';
import type { Executor } from '../database/database.ts';

/** A question that may ask the same as another one, to be compared word by word. */
export interface Candidate {
  id: string;
  question_text: string;
  correct_answer: string;
  /** The first few. */
  accepted_answers: readonly string[];
}

/** How many questions have each of the most common likeness keys, by PostgreSQL's statistics. */
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

const MAX_PER_TEXT = 5;
const MAX_PER_KEY = 8;
const MAX_CANDIDATES = 5;
/** Twenty accepted answers of 1,000 characters would take four times as much memory as the rest of a candidate. */
const MAX_ACCEPTED = 5;

/**
 * Questions with the same text or a common likeness key. Keys that thousands share, such as "country" with the answer
 * "true", are left out: they say nothing, and an inverted index reads them to their end.
 */
export async function listNearDuplicates(
  db: Executor,
  { text_hash, likeness_keys }: FindingKeys,
  common: KeyCounts,
): Promise<Candidate[]> {
  const { rows } = await db.query<Candidate>({
    name: 'list_near_duplicates',
    text: `with candidates (position) as materialized (
             (select position from question_features where text_hash = $1 limit ${MAX_PER_TEXT})
             union
             select positions_by_likeness($2::integer[], ${MAX_PER_KEY}, ${MAX_CANDIDATES}))
           select id, question_text, correct_answer, accepted_answers
             from candidates
            cross join lateral (
                  select id, question_text, correct_answer, accepted_answers[:${MAX_ACCEPTED}] as accepted_answers from questions
                   where deleted_at is null and status in ('draft', 'ready', 'archived') and position = candidates.position limit 1) row
            order by candidates.position`,
    values: [text_hash, significantKeys(likeness_keys, common)],
  });
  return rows;
}

/** Like `listNearDuplicates` for many questions in one statement: the candidates of each, in the given order. */
export async function listNearDuplicatesOfEach(
  db: Executor,
  questions: readonly FindingKeys[],
  common: KeyCounts,
): Promise<Candidate[][]> {
  const wanted = questions.flatMap(({ likeness_keys }, place) =>
    significantKeys(likeness_keys, common).map((key) => ({ place, key })),
  );
  const { rows } = await db.query<Candidate & { place: number }>({
    name: 'list_near_duplicates_of_each',
    text: `with candidates (place, position) as materialized (
             select asked.place::integer - 1, same.position
               from unnest($1::bigint[]) with ordinality as asked (text_hash, place)
              cross join lateral (select position from question_features where text_hash = asked.text_hash limit ${MAX_PER_TEXT}) same
             union
             select place, position from positions_by_likeness_of_each($2::integer[], $3::integer[], ${MAX_PER_KEY}, ${MAX_CANDIDATES}))
           select place, id, question_text, correct_answer, accepted_answers
             from candidates
            cross join lateral (
                  select id, question_text, correct_answer, accepted_answers[:${MAX_ACCEPTED}] as accepted_answers from questions
                   where deleted_at is null and status in ('draft', 'ready', 'archived') and position = candidates.position limit 1) row
            order by candidates.position`,
    values: [
      questions.map(({ text_hash }) => text_hash),
      wanted.map(({ place }) => place),
      wanted.map(({ key }) => key),
    ],
  });
  const found = questions.map((): Candidate[] => []);
  for (const { place, ...candidate } of rows) found[place]?.push(candidate);
  return found;
}

const MAX_SHARING = 200;

function significantKeys(keys: Int32Array, common: KeyCounts): readonly number[] {
  return askedKeys(Array.from(keys).filter((key) => (common.get(key) ?? 0) <= MAX_SHARING));
}

/** The maximum number of locks held by one check: PostgreSQL has room for about 6,000 of all connections together. */
const LOCK_STRIPES = 64n;
const TEXT_LOCK = 7_102_003;

/**
 * Makes other checks of these texts wait until the transaction ends: of two requests with the same text, one sees the
 * other. Texts share a few locks, taken in order, so that there is no deadlock.
 */
export async function lockTexts(tx: Executor, hashes: readonly bigint[]): Promise<void> {
  const stripes = new Set(hashes.map((hash) => Number(BigInt.asUintN(64, hash) % LOCK_STRIPES)));
  await tx.query({
    name: 'lock_texts',
    text: `select pg_advisory_xact_lock(${TEXT_LOCK}, stripe) from unnest($1::integer[]) stripe`,
    values: [[...stripes].sort((a, b) => a - b)],
  });
}

/** A sample of the whole bank, page by page of the table. */
export async function sampleQuestions(db: Executor, count: number): Promise<Omit<Candidate, 'accepted_answers'>[]> {
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
