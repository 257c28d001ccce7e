import { AppError } from '../../errors.ts';
import { lockCount } from './count-lock.ts';
import type { Executor } from './database.ts';

/** What a principal may make without end, and how many of it are kept at once. */
const KINDS = {
  tokens: { owner: 'created_by', max: 10_000, words: 'API keys, including those that ended in the last 30 days' },
  oauth_clients: { owner: 'created_by', max: 1000, words: 'OAuth clients' },
  duplicate_dismissals: { owner: 'created_by', max: 20_000, words: 'dismissals' },
  dismissals: { owner: 'created_by', max: 20_000, words: 'dismissals' },
  webhooks: { owner: 'created_by', max: 100, words: 'webhooks' },
  views: { owner: 'owner', max: 200, words: 'views' },
  comments: { owner: 'author', max: 20_000, words: 'comments' },
  assignments: { owner: 'created_by', max: 20_000, words: 'assignments' },
  imports: { owner: 'owner', max: 10_000, words: 'imports of the last 30 days' },
  analyses: { owner: 'owner', max: 1000, words: 'analyses' },
} as const;

/** Rejects one more where a principal has as many as are allowed. Call it in the transaction that inserts the row. */
export async function requireQuota(
  tx: Executor,
  table: keyof typeof KINDS,
  principal: string,
  max: number = KINDS[table].max,
): Promise<void> {
  const { owner, words } = KINDS[table];
  await lockCount(tx, table, principal);
  const { rows } = await tx.query<{ full: boolean }>({
    name: `require_room_${table}`,
    text: `select exists (select from ${table} where ${owner} = $1 offset $2) as full`,
    values: [principal, max - 1],
  });
  if (rows[0]?.full !== true) return;
  throw new AppError('quota_exceeded', { detail: `You have ${max} ${words}; the limit is ${max}.` });
}
