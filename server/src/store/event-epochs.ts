import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Executor } from './database/database.ts';
import { databaseErrorCode } from './database/database-errors.ts';

/** A part of the outbox that was written by one history of one server, in which transaction numbers grow. */
export interface Epoch {
  epoch: number;
  first_sequence: string;
  /** Where the next epoch begins; null for the last one. */
  end_sequence: string | null;
  /** Whether the last epoch was written by the current server in its current history. */
  current: boolean;
  /** Distinguishes epochs with the same number on different servers, for example if a bank was restored twice. */
  history: string;
  /** The last of the deleted events; null while all exist. */
  removed_transaction_id: string | null;
  removed_sequence: string | null;
}

/**
 * A dump that is restored elsewhere has another identifier; a recovery, or a standby that took over, has another
 * timeline.
 */
const SERVER = `(select system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline
                   from pg_control_system()) server`;

export async function listEpochs(db: Executor, from: number): Promise<Epoch[]> {
  const { rows } = await db.query<Epoch>({
    name: 'list_event_epochs',
    text: `select epoch, first_sequence, lead(first_sequence) over (order by epoch) as end_sequence,
                  (event_epochs.system_identifier, event_epochs.timeline) = (server.system_identifier, server.timeline) as current,
                  event_epochs.system_identifier || '/' || event_epochs.timeline as history,
                  removed_transaction_id::text as removed_transaction_id, removed_sequence
             from event_epochs cross join ${SERVER}
            where epoch >= $1 or epoch = (select max(epoch) from event_epochs)
            order by epoch`,
    values: [from],
  });
  return rows.map((row) => ({ ...row, history: crc32(row.history).toString(16) }));
}

/** The maximum difference between the clocks of two servers, or of a server and a node. */
const MAX_CLOCK_DIFFERENCE = '1 minute';

/**
 * Begins an epoch if another server wrote the last one, or the same server in another history. In a restored dump it
 * begins after the last copied row, whose transaction number is not the one of the row itself. In another history of
 * the same server it begins with what was written since that server took over. A server reports when that was until it
 * is restarted; after that, everything counts as new, because reading an event twice is better than missing it.
 */
export async function ensureEpoch(db: Executor): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    if ((await listEpochs(db, 0)).at(-1)?.current === true) return;
    try {
      await db.query({ text: `do $$ begin ${BEGIN_EPOCH} end $$` });
    } catch (error) {
      if (databaseErrorCode(error) !== LOCK_NOT_AVAILABLE || attempt === MAX_ATTEMPTS) throw error;
      await wait(PAUSE_MS);
    }
  }
}

/** A restored bank begins an epoch, even on the server that it comes from: lost events may have been read. */
export async function beginRestoredEpoch(db: Executor): Promise<void> {
  await db.query({
    text: `insert into event_epochs (epoch, first_sequence, system_identifier, timeline)
           select (select max(epoch) + 1 from event_epochs), (select coalesce(max(sequence), 0) + 1 from events),
                  server.system_identifier, server.timeline
             from ${SERVER}`,
  });
}

/** Writers queue after anyone waiting for the lock, so the wait is short and repeated. */
const LOCK_WAIT_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';
const PAUSE_MS = 500;
const MAX_ATTEMPTS = 20;

/** Whether the transaction that a row names wrote it here: the number has 64 bits, of which a row keeps 32. */
const IS_NATIVE = `xmin::text = (transaction_id::text::numeric % 4294967296)::text`;

/** Runs while nobody writes, so that all rows of the previous epoch are stored. */
const BEGIN_EPOCH = `
  perform set_config('lock_timeout', '${LOCK_WAIT_MS}', true);
  lock table event_epochs in exclusive mode;
  lock table events in share row exclusive mode;
  insert into event_epochs (epoch, first_sequence, system_identifier, timeline)
  select last.epoch + 1,
         case when last.system_identifier <> server.system_identifier
              then 1 + coalesce((select max(sequence) from events where not ${IS_NATIVE}), newest)
              when taken_over_at is null then 0
              else coalesce((select min(sequence) from events where occurred_at >= taken_over_at - interval '${MAX_CLOCK_DIFFERENCE}'), newest + 1)
         end,
         server.system_identifier, server.timeline
    from (select * from event_epochs order by epoch desc limit 1) last
   cross join ${SERVER}
   cross join (select coalesce(max(sequence), 0) as newest, pg_last_xact_replay_timestamp() as taken_over_at from events) written
   where (last.system_identifier, last.timeline) <> (server.system_identifier, server.timeline);`;
