import type { AppEvent } from '../domain/events.ts';
import { arrayLiteral } from './database/array-literal.ts';
import { type Executor, inSnapshot, type Pool } from './database/database.ts';
import { deleteBatchBefore } from './database/delete-batch.ts';
import { ensureEpoch, listEpochs } from './event-epochs.ts';

/** What writes events, by `source`, a selection of these columns: the one place where they are appended. */
export const appendSelected = (source: string) =>
  `insert into events (type, resource_id, version, changed, actor, occurred_at) ${source}`;

/** The outbox. `tx` must be the transaction of the change itself. */
export async function appendEvents(tx: Executor, events: readonly AppEvent[]): Promise<void> {
  await tx.query({
    name: 'append_events',
    text: appendSelected(`select type, resource_id, version, changed::text[], actor, occurred_at
             from unnest($1::text[], $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::timestamptz[])
                  as given (type, resource_id, version, changed, actor, occurred_at)`),
    values: [
      events.map((event) => event.type),
      events.map((event) => event.resource_id),
      events.map((event) => event.version),
      events.map((event) => arrayLiteral(event.changed)),
      events.map((event) => event.actor),
      events.map((event) => event.occurred_at),
    ],
  });
}

/** Forgets events past their window, oldest first. */
export function deleteEventsBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'events', time: 'occurred_at' }, before, limit);
}

/** How far a reader has come. */
export interface EventCursor {
  epoch: number;
  transaction_id: string;
  sequence: string;
}

export const BEFORE_ALL_EVENTS: EventCursor = { epoch: 0, transaction_id: '0', sequence: '0' };
export const MAX_EVENTS_AT_ONCE = 1000;

export interface StoredEvent extends AppEvent {
  transaction_id: string;
  sequence: string;
}

/**
 * The next events behind a cursor, each once and none left out, in an order that stays: by epoch, transaction and sequence.
 * Sequence order is not commit order, so of the epoch that goes on only what was written before every transaction under
 * way is given: a reader lags behind the longest of them. From the primary; a page may be short although there is more.
 */
export async function listEventsAfter(
  pool: Pool,
  { after, limit }: { after: EventCursor; limit: number },
): Promise<{ events: StoredEvent[]; next: EventCursor }> {
  const read = () => inSnapshot(pool, (tx) => readPage(tx, after, Math.min(limit, MAX_EVENTS_AT_ONCE)));
  const page = await read();
  if (page !== undefined) return page;
  await ensureEpoch(pool);
  return (await read()) ?? { events: [], next: after };
}

/** Undefined when an epoch has to begin first. */
async function readPage(tx: Executor, after: EventCursor, limit: number) {
  const epochs = await listEpochs(tx, after.epoch);
  if (epochs.at(-1)?.current !== true) return undefined;
  const events: StoredEvent[] = [];
  let next = after;
  for (const { epoch, first_sequence, end_sequence } of epochs) {
    if (epoch > next.epoch) next = { ...BEFORE_ALL_EVENTS, epoch };
    const { rows } = await tx.query<StoredEvent>({
      name: end_sequence === null ? 'list_events_of_now' : 'list_events_of_epoch',
      text: `select type, resource_id, version, changed, actor, occurred_at, transaction_id::text as transaction_id, sequence
               from events
              where (transaction_id, sequence) > ($1::xid8, $2::bigint) and sequence >= $3
                and ${end_sequence === null ? 'transaction_id < pg_snapshot_xmin(pg_current_snapshot())' : 'sequence < $5'}
              order by events.transaction_id, sequence limit $4`,
      values: [
        next.transaction_id,
        next.sequence,
        first_sequence,
        limit - events.length,
        ...(end_sequence === null ? [] : [end_sequence]),
      ],
    });
    events.push(...rows);
    const last = rows.at(-1);
    if (last !== undefined) next = { epoch, transaction_id: last.transaction_id, sequence: last.sequence };
    if (events.length === limit) break;
  }
  return { events, next };
}
