import { lockCount } from './count-lock.ts';
import type { Executor } from './database.ts';

/** Rows whose number is limited: those of one owner, known by a column, or those of the whole bank. */
const ROWS = {
  tokens: { table: 'tokens', owner: 'created_by' },
  oauth_clients: { table: 'oauth_clients', owner: 'created_by' },
  duplicate_dismissals: { table: 'duplicate_dismissals', owner: 'created_by' },
  dismissals: { table: 'dismissals', owner: 'created_by' },
  webhooks: { table: 'webhooks', owner: 'created_by' },
  views: { table: 'views', owner: 'owner' },
  comments: { table: 'comments', owner: 'author' },
  assignments: { table: 'assignments', owner: 'created_by' },
  imports: { table: 'imports', owner: 'owner' },
  analyses: { table: 'analyses', owner: 'owner' },
  'comments of a question': { table: 'comments', owner: 'question_id' },
  'shared views': { table: 'views', where: 'shared' },
  'all dismissals': { table: 'dismissals', where: 'true' },
  'all assignments': { table: 'assignments', where: 'true' },
  people: { table: 'people', where: 'true' },
} as const;

export type BoundedRows = keyof typeof ROWS;

/** Whether there are as many rows as allowed. Until the transaction ends, only one caller at a time counts them. */
export async function isFull(tx: Executor, rows: BoundedRows, max: number, owner?: string): Promise<boolean> {
  await lockCount(tx, rows, owner);
  const bounded = ROWS[rows];
  const [where, values] = 'owner' in bounded ? [`${bounded.owner} = $2`, [max - 1, owner]] : [bounded.where, [max - 1]];
  const found = await tx.query<{ full: boolean }>({
    name: `is_full_${rows.replaceAll(' ', '_')}`,
    text: `select exists (select from ${bounded.table} where ${where} offset $1) as full`,
    values,
  });
  return found.rows[0]?.full === true;
}
