import type { Executor } from './database.ts';

const BATCH = 5000;

/**
 * A bank restored from a dump contains transaction numbers of another server. Numbers that this server has not issued
 * yet would look like future changes, so they become 0, which is older than any snapshot. One index look-up when there
 * is nothing to do. Events keep theirs: they have epochs (store/event-epochs.ts). Returns the number of questions that
 * were changed.
 */
export async function forgetForeignTransactions(db: Executor): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const { rowCount } = await db.query({
      text: `update questions set transaction_id = '0'
              where id = any (array (select id from questions where transaction_id >= pg_snapshot_xmax(pg_current_snapshot()) limit ${BATCH}))`,
    });
    forgotten += rowCount ?? 0;
    if (rowCount !== BATCH) break;
  }
  if (forgotten > 0) {
    await db.query({ text: `update question_versions set transaction_id = '0' where transaction_id <> '0'` });
  }
  await db.query({
    text: `update duplicate_dismissals set transaction_id = '0' where transaction_id >= pg_snapshot_xmax(pg_current_snapshot())`,
  });
  await db.query({
    text: `update analyses set snapshot = null where pg_snapshot_xmax(snapshot) > pg_snapshot_xmax(pg_current_snapshot())`,
  });
  await db.query({
    text: `update derived_columns set seen_transaction = '0', seen_position = 0
            where seen_transaction > pg_snapshot_xmax(pg_current_snapshot())`,
  });
  return forgotten;
}
