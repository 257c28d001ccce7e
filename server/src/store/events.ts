import type { AppEvent } from '../domain/event.ts';
import { arrayLiteral } from './array-literal.ts';
import type { Executor } from './database.ts';
import { deleteBatchBefore } from './delete-batch.ts';

/** The outbox. `tx` must be the transaction of the change itself. */
export async function appendEvents(tx: Executor, events: readonly AppEvent[]): Promise<void> {
  await tx.query({
    name: 'append_events',
    text: `insert into events (type, resource_id, version, changed, actor, occurred_at)
           select type, resource_id, version, changed::text[], actor, occurred_at
             from unnest($1::text[], $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::timestamptz[])
                  as given (type, resource_id, version, changed, actor, occurred_at)`,
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
