import { type AppEvent, compareEvents, type EventCursor } from '../domain/events.ts';
import { arrayLiteral } from './database/array-literal.ts';
import { type Executor, inSnapshot, type Pool } from './database/database.ts';
import { type Epoch, ensureEpoch, listEpochs } from './event-epochs.ts';

/** Appends events from `source`, a selection of these columns. This is the only place that does so. */
export const appendSelected = (source: string) =>
  `insert into events (type, resource_id, version, changed, actor, occurred_at, change_id) ${source}`;

/** Appends to the outbox. `tx` must be the transaction of the change itself. */
export async function appendEvents(tx: Executor, events: readonly AppEvent[]): Promise<void> {
  await tx.query({
    name: 'append_events',
    text: appendSelected(`select type, resource_id, version, changed::text[], actor, occurred_at, change_id
             from unnest($1::text[], $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::timestamptz[], $7::uuid[])
                  as given (type, resource_id, version, changed, actor, occurred_at, change_id)`),
    values: [
      events.map((event) => event.type),
      events.map((event) => event.resource_id),
      events.map((event) => event.version),
      events.map((event) => arrayLiteral(event.changed)),
      events.map((event) => event.actor),
      events.map((event) => event.occurred_at),
      events.map((event) => event.change_id ?? null),
    ],
  });
}

/**
 * Deletes expired events, oldest first, and records how far, so that a slower reader can be notified of the gap. Locked
 * rows are left for the next call.
 */
export async function deleteEventsBefore(db: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await db.query<{ removed: number }>({
    text: `with removed as (
             delete from events
              where ctid = any(array(select ctid from events where occurred_at < $1 order by occurred_at limit $2 for update skip locked))
             returning transaction_id, sequence),
           epochs as (
             select epoch, first_sequence, lead(first_sequence) over (order by epoch) as end_sequence from event_epochs),
           furthest as (
             select distinct on (epoch) epoch, transaction_id, sequence
               from removed
               join epochs on sequence >= first_sequence and (end_sequence is null or sequence < end_sequence)
              order by epoch, transaction_id desc, sequence desc),
           noted as (
             update event_epochs
                set removed_transaction_id = transaction_id, removed_sequence = sequence
               from furthest
              where event_epochs.epoch = furthest.epoch
                and (removed_sequence is null or (removed_transaction_id, removed_sequence) < (transaction_id, sequence)))
           select count(*)::integer as removed from removed`,
    values: [before, limit],
  });
  return rows[0]?.removed ?? 0;
}

export const BEFORE_ALL_EVENTS: EventCursor = { epoch: 0, history: '', transaction_id: '0', sequence: '0' };
export const MAX_EVENTS_AT_ONCE = 1000;
const MAX_EPOCH = 2 ** 31 - 1;
const LAST_SEQUENCE = String(2n ** 63n - 1n);

/** An event with its place. */
export type StoredEvent = AppEvent & EventCursor;

interface EventPage {
  events: StoredEvent[];
  next: EventCursor;
  /**
   * Events after the cursor have been deleted, or the cursor belongs to another bank: the page begins with the oldest
   * event.
   */
  gap: boolean;
  has_more: boolean;
}

interface ReadEvents {
  after: EventCursor;
  /** The number of events to read, including those of other types. */
  limit: number;
  /** Only these are returned; the database leaves out the others, since reading 1,000 of them here takes 30 ms. */
  types?: readonly string[];
}

/**
 * The next events after a cursor, each once and without gaps, in a stable order: by epoch, transaction and sequence.
 * Sequence order is not commit order, so the current epoch is read only up to the oldest running transaction: a long
 * transaction delays readers. Events are read from the primary. A page may be short although more events follow.
 */
export function listEventsAfter(pool: Pool, { after, limit, types }: ReadEvents): Promise<EventPage> {
  const bounded = Math.min(limit, MAX_EVENTS_AT_ONCE);
  return inCurrentEpoch(pool, (tx) => readPage(tx, after, { limit: bounded, types }));
}

/** The start for a reader that wants only future events. */
export function findEventsEnd(pool: Pool): Promise<EventCursor> {
  return inCurrentEpoch(pool, async (tx) => {
    const current = (await listEpochs(tx, MAX_EPOCH)).at(-1);
    return current?.current === true ? endOf(tx, current) : undefined;
  });
}

/** `read` returns undefined if an epoch has to begin first. */
async function inCurrentEpoch<Result>(
  pool: Pool,
  read: (tx: Executor) => Promise<Result | undefined>,
): Promise<Result> {
  const result = await inSnapshot(pool, read);
  if (result !== undefined) return result;
  await ensureEpoch(pool);
  const again = await inSnapshot(pool, read);
  if (again === undefined) throw new Error('The server has changed twice while events were read.');
  return again;
}

type ReadRow = AppEvent & { transaction_id: string; sequence: string; is_wanted: boolean; read: string };

async function readPage(
  tx: Executor,
  given: EventCursor,
  { limit, types }: { limit: number; types: readonly string[] | undefined },
): Promise<EventPage | undefined> {
  const epochs = await listEpochs(tx, given.epoch);
  const current = epochs.at(-1);
  if (current?.current !== true) return undefined;
  const isStart = given === BEFORE_ALL_EVENTS;
  if (!isStart && !epochs.some(({ epoch, history }) => epoch === given.epoch && history === given.history)) {
    const page = await readPage(tx, BEFORE_ALL_EVENTS, { limit, types });
    return page && { ...page, gap: true };
  }
  const gap = !isStart && epochs.some((epoch) => hasRemovedAfter(epoch, given));
  const events: StoredEvent[] = [];
  let [next, left] = [given, limit];
  for (const { epoch, history, first_sequence, end_sequence } of epochs) {
    if (epoch > next.epoch || next === BEFORE_ALL_EVENTS) next = { ...BEFORE_ALL_EVENTS, epoch, history };
    const { rows } = await tx.query<ReadRow>({
      name: end_sequence === null ? 'list_events_of_now' : 'list_events_of_epoch',
      text: `select type, resource_id, version, changed, actor, occurred_at, change_id, transaction_id::text as transaction_id, sequence, is_wanted, place as read
               from (select *, $5::text[] is null or type = any($5) as is_wanted,
                            row_number() over in_order as place, lead(sequence) over in_order is null as is_last
                       from (select * from events
                              where (transaction_id, sequence) > ($1::xid8, $2::bigint) and sequence >= $3
                                and ${end_sequence === null ? 'transaction_id < pg_snapshot_xmin(pg_current_snapshot())' : 'sequence < $6'}
                              order by events.transaction_id, sequence limit $4) page
                     window in_order as (order by transaction_id, sequence)) marked
              where is_wanted or is_last
              order by place`,
      values: [
        next.transaction_id,
        next.sequence,
        first_sequence,
        left,
        types ?? null,
        ...(end_sequence === null ? [] : [end_sequence]),
      ],
    });
    for (const { is_wanted: isWanted, read: _read, ...row } of rows)
      if (isWanted) events.push({ ...row, epoch, history });
    const last = rows.at(-1);
    if (last !== undefined) {
      next = { epoch, history, transaction_id: last.transaction_id, sequence: last.sequence };
      left -= Number(last.read);
    }
    if (left === 0) return { events, next, gap, has_more: true };
  }
  return { events, next: await endOf(tx, current), gap, has_more: false };
}

/** The position after everything that can be read now: future events have this transaction number or a higher one. */
async function endOf(tx: Executor, { epoch, history }: Epoch): Promise<EventCursor> {
  const { rows } = await tx.query<{ transaction_id: string }>({
    name: 'find_events_end',
    text: `select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text as transaction_id`,
  });
  return { epoch, history, transaction_id: rows[0]?.transaction_id ?? '0', sequence: LAST_SEQUENCE };
}

function hasRemovedAfter({ epoch, removed_transaction_id, removed_sequence }: Epoch, after: EventCursor): boolean {
  if (removed_transaction_id === null || removed_sequence === null) return false;
  return compareEvents({ epoch, transaction_id: removed_transaction_id, sequence: removed_sequence }, after) > 0;
}
