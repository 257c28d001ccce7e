import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Executor } from './database/database.ts';
import { databaseErrorCode } from './database/database-errors.ts';

/** A stretch of the outbox written by one history of one server, in which transaction numbers grow. */
export interface Epoch {
  epoch: number;
  first_sequence: string;
  /** Where the next one begins; null of the last. */
  end_sequence: string | null;
  /** Of the last: written by the server that is asked, in the history that it is in. */
  current: boolean;
  /** Tells it from an epoch with the same number of another server, such as that of a bank restored twice. */
  history: string;
  /** The furthest of the events that were removed; null while all are there. */
  removed_transaction_id: string | null;
  removed_sequence: string | null;
}

/** A dump restored elsewhere has another identifier, a recovery or a standby that took over another timeline. */
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

/** How far the clocks of two servers, or of a server and a node, may be apart. */
const CLOCKS_APART = '1 minute';

/**
 * Begins an epoch if the server is not the one that wrote the last, or has another history. Where it begins:
 * - in a restored dump behind the last row that was copied, whose own transaction is not the one it carries;
 * - in another history of the same server at what was written since it took over. When that was, a server tells until
 *   it is started again; after that everything there is counts as new: read twice rather than never.
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

/** A restored bank begins an epoch, also on the server that it comes from: events that were lost may have been read. */
export async function beginRestoredEpoch(db: Executor): Promise<void> {
  await db.query({
    text: `insert into event_epochs (epoch, first_sequence, system_identifier, timeline)
           select (select max(epoch) + 1 from event_epochs), (select coalesce(max(sequence), 0) + 1 from events),
                  server.system_identifier, server.timeline
             from ${SERVER}`,
  });
}

/** Whoever writes waits behind a lock that is waited for: it is given up soon and asked for again. */
const LOCK_WAIT_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';
const PAUSE_MS = 500;
const MAX_ATTEMPTS = 20;

/** Whether a row was written here, by the transaction that it carries: a number of 64 bits, of which a row keeps 32. */
const IS_NATIVE = `xmin::text = (transaction_id::text::numeric % 4294967296)::text`;

/** While nobody writes: then of an epoch that has ended every row is there. */
const BEGIN_EPOCH = `
  perform set_config('lock_timeout', '${LOCK_WAIT_MS}', true);
  lock table event_epochs in exclusive mode;
  lock table events in share row exclusive mode;
  insert into event_epochs (epoch, first_sequence, system_identifier, timeline)
  select last.epoch + 1,
         case when last.system_identifier <> server.system_identifier
              then 1 + coalesce((select max(sequence) from events where not ${IS_NATIVE}), behind)
              when taken_over_at is null then 0
              else coalesce((select min(sequence) from events where occurred_at >= taken_over_at - interval '${CLOCKS_APART}'), behind + 1)
         end,
         server.system_identifier, server.timeline
    from (select * from event_epochs order by epoch desc limit 1) last
   cross join ${SERVER}
   cross join (select coalesce(max(sequence), 0) as behind, pg_last_xact_replay_timestamp() as taken_over_at from events) written
   where (last.system_identifier, last.timeline) <> (server.system_identifier, server.timeline);`;
