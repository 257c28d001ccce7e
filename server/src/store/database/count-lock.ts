import type { Executor } from './executor.ts';

/** Rows that are counted before one is inserted. All limits of this kind take their lock here. */
export type CountedRows =
  | 'tokens'
  | 'oauth_clients'
  | 'duplicate_dismissals'
  | 'datasets'
  | 'dismissals'
  | 'webhooks'
  | 'views'
  | 'comments'
  | 'assignments'
  | 'imports'
  | 'analyses'
  | 'draws'
  | 'unfinished bulk changes'
  | 'unfinished reverts'
  | 'reverts of a change'
  | 'comments of a question'
  | 'shared views'
  | 'all dismissals'
  | 'all assignments'
  | 'all analyses'
  | 'people';

/**
 * Makes callers who count the same rows of the same owner wait until the transaction ends, so that concurrent requests
 * are counted one after the other and a limit holds exactly. Call it right before the row is inserted, after everything
 * that takes long, for the owner before the whole bank.
 */
export async function lockCount(tx: Executor, rows: CountedRows, owner = ''): Promise<void> {
  await tx.query({
    name: 'lock_count',
    text: 'select pg_advisory_xact_lock($1, hashtext($2))',
    values: [COUNT_LOCK, `${rows} ${owner}`],
  });
}

const COUNT_LOCK = 7_102_002;
