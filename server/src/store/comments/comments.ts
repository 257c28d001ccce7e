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
  created_at: Date;
  updated_at: Date;
  version: number;
}

const COLUMNS = `id, question_id, text, author, author as created_by, resolved_by is not null as resolved, resolved_by, created_at, updated_at, version`;

export async function insertComment(
  tx: Executor,
  { id, question_id, text, author, created_at }: Pick<Comment, 'id' | 'question_id' | 'text' | 'author' | 'created_at'>,
): Promise<Comment> {
  const { rows } = await tx.query<Comment>({
    text: `insert into comments (id, question_id, text, author, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $5)
           returning ${COLUMNS}`,
    values: [id, question_id, text, author, created_at],
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
  const names = 'id, question_id, text, author, created_by, resolved, resolved_by, created_at, updated_at, version';
  const { rows } = await db.query<Comment & { fitting: number | null }>({
    text: `${wholeWithinBudget(page, names, '$3 - 1')} order by id`,
    values: [questionId, resolved ?? null, limit, offset, after ?? null],
  });
  const counted = await db.query<{ total: number }>({
    text: `select count(*)::float8 as total ${chosen}`,
    values: [questionId, resolved ?? null],
  });
  return { rows, total: { total: counted.rows[0]?.total ?? 0 } };
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
  { text, resolved_by }: Pick<Comment, 'text' | 'resolved_by'>,
  now: Date,
): Promise<Comment> {
  const { rows } = await tx.query<Comment>({
    text: `update comments
              set text = $2, resolved_by = $3, version = version + 1, updated_at = greatest($4, updated_at)
            where id = $1
           returning ${COLUMNS}`,
    values: [id, text, resolved_by, now],
  });
  return rows[0] as Comment;
}

export async function deleteComment(tx: Executor, id: string): Promise<void> {
  await tx.query({ text: 'delete from comments where id = $1', values: [id] });
}
