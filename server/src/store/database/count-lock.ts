import type { Executor } from './executor.ts';

/** What is counted before a row is inserted. All limits of this kind take their lock here. */
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
 * Holds back whoever else counts the same rows of the same owner until the transaction ends, so that requests that arrive
 * together are counted one after the other and a limit holds exactly. Take it right before the row is inserted, after whatever
 * takes long, and the lock of the owner before that of all.
 */
export async function lockCount(tx: Executor, rows: CountedRows, owner = ''): Promise<void> {
  await tx.query({
    name: 'lock_count',
    text: 'select pg_advisory_xact_lock($1, hashtext($2))',
    values: [COUNT_LOCK, `${rows} ${owner}`],
  });
}

const COUNT_LOCK = 7_102_002;
