import type { Executor } from '../database/database.ts';
import type { KeysetPage, KeysetRows } from '../database/owned-rows.ts';
import { wholeWithinBudget } from '../database/page-bytes.ts';

/** An editor's comment on a question. */
export interface Comment {
  id: string;
  question_id: string;
  text: string;
  author: string;
  created_by: string;
  resolved: boolean;
  resolved_by: string | null;
  /** Ids of people, also of some who were removed since. */
  mentions: readonly string[];
  created_at: Date;
  updated_at: Date;
  version: number;
}

const COLUMNS = `id, question_id, text, author, author as created_by, resolved_by is not null as resolved, resolved_by, mentions, created_at, updated_at, version`;

/** The same columns of a subquery. */
const NAMES =
  'id, question_id, text, author, created_by, resolved, resolved_by, mentions, created_at, updated_at, version';

type NewComment = Pick<Comment, 'id' | 'question_id' | 'text' | 'author' | 'mentions' | 'created_at'>;

export async function insertComment(
  tx: Executor,
  { id, question_id, text, author, mentions, created_at }: NewComment,
): Promise<Comment> {
  const { rows } = await tx.query<Comment>({
    text: `insert into comments (id, question_id, text, author, mentions, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $6)
           returning ${COLUMNS}`,
    values: [id, question_id, text, author, mentions, created_at],
  });
  return rows[0] as Comment;
}

/** Oldest first; `resolved` undefined stands for all. The total is exact, since a question has at most 1,000. */
export async function listComments(
  db: Executor,
  { questionId, resolved }: { questionId: string; resolved: boolean | undefined },
  { limit, offset, after }: KeysetPage,
): Promise<KeysetRows<Comment>> {
  const chosen = 'from comments where question_id = $1 and ($2::boolean is null or (resolved_by is not null) = $2)';
  const page = `select ${COLUMNS}, octet_length(text) + 500 as bytes
                ${chosen} and ($5::uuid is null or id > $5)
                 order by id limit $3 offset $4`;
  const { rows } = await db.query<Comment & { fitting: number | null }>({
    text: `${wholeWithinBudget(page, NAMES, '$3 - 1')} order by id`,
    values: [questionId, resolved ?? null, limit, offset, after ?? null],
  });
  const counted = await db.query<{ total: number }>({
    text: `select count(*)::float8 as total ${chosen}`,
    values: [questionId, resolved ?? null],
  });
  return { rows, total: { total: counted.rows[0]?.total ?? 0 } };
}

/** A comment in the list of all questions' comments. */
interface ListedComment extends Comment {
  question_text: string;
}

/** Larger totals are given as "at least". */
const COUNT_LIMIT = 5000;

/**
 * The comments on all questions that are not deleted, newest first. The fences make PostgreSQL look up one question per
 * comment, and find mentions by their index: it would otherwise walk all comments from the newest.
 */
export async function listCommentsOfAll(
  db: Executor,
  { resolved, mentions }: { resolved: boolean | undefined; mentions: string | undefined },
  { limit, offset, after }: KeysetPage,
): Promise<KeysetRows<ListedComment>> {
  const conditions = ['true'];
  if (resolved !== undefined) conditions.push(`resolved_by is ${resolved ? 'not null' : 'null'}`);
  const source =
    mentions === undefined
      ? 'comments'
      : `(select * from comments where mentions <> '{}' and mentions @> array[$1::uuid] offset 0) comments`;
  const chosen = `from ${source}
                 cross join lateral (
                       select question_text from questions where questions.id = question_id and deleted_at is null offset 0) question
                 where ${conditions.join(' and ')}`;
  const named = mentions === undefined ? [] : [mentions];
  const place = (number: number) => `$${named.length + number}`;
  const rest = after === undefined ? '' : `and id < ${place(3)}::uuid`;
  const page = `select ${COLUMNS}, question_text, octet_length(text) + octet_length(question_text) + 500 as bytes
                ${chosen} ${rest} order by id desc limit ${place(1)} offset ${place(2)}`;
  const { rows } = await db.query<ListedComment & { fitting: number | null }>({
    text: `${wholeWithinBudget(page, `${NAMES}, question_text`, `${place(1)} - 1`)} order by id desc`,
    values: [...named, limit, offset, ...(after === undefined ? [] : [after])],
  });
  const counted = await db.query<{ total: number }>({
    text: `select count(*)::float8 as total from (select ${chosen} limit ${COUNT_LIMIT + 1}) counted`,
    values: named,
  });
  const total = counted.rows[0]?.total ?? 0;
  return { rows, total: total <= COUNT_LIMIT ? { total } : { total: null, total_at_least: COUNT_LIMIT } };
}

export async function findComment(db: Executor, questionId: string, id: string): Promise<Comment | undefined> {
  const { rows } = await db.query<Comment>({
    text: `select ${COLUMNS} from comments where id = $1 and question_id = $2`,
    values: [id, questionId],
  });
  return rows[0];
}

/** Locks it until the transaction ends. */
export async function lockComment(tx: Executor, questionId: string, id: string): Promise<Comment | undefined> {
  const { rows } = await tx.query<Comment>({
    text: `select ${COLUMNS} from comments where id = $1 and question_id = $2 for update`,
    values: [id, questionId],
  });
  return rows[0];
}

export async function updateComment(
  tx: Executor,
  id: string,
  { text, resolved_by, mentions }: Pick<Comment, 'text' | 'resolved_by' | 'mentions'>,
  now: Date,
): Promise<Comment> {
  const { rows } = await tx.query<Comment>({
    text: `update comments
              set text = $2, resolved_by = $3, mentions = $4, version = version + 1, updated_at = greatest($5, updated_at)
            where id = $1
           returning ${COLUMNS}`,
    values: [id, text, resolved_by, mentions, now],
  });
  return rows[0] as Comment;
}

export async function deleteComment(tx: Executor, id: string): Promise<void> {
  await tx.query({ text: 'delete from comments where id = $1', values: [id] });
}
