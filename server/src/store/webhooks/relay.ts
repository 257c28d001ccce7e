import type { EventCursor, EventType } from '../../domain/events.ts';
import type { Scope } from '../../domain/tokens/scope.ts';
import type { Executor } from '../database/database.ts';

/**
 * Starts reading the outbox after `end`, unless it is already being read. The row is locked until the transaction ends,
 * so that a process that is about to stop the relay sees the webhook created here.
 */
export async function startRelay(tx: Executor, end: EventCursor): Promise<void> {
  await tx.query({
    text: `insert into webhook_relay (cursor) values ($1::jsonb)
               on conflict (only_one) do update set cursor = webhook_relay.cursor`,
    values: [JSON.stringify(end)],
  });
}

/** How far the outbox was read; undefined while no webhook needs it. */
export async function findRelayCursor(db: Executor): Promise<EventCursor | undefined> {
  const { rows } = await db.query<{ cursor: EventCursor }>({
    name: 'find_relay_cursor',
    text: 'select cursor from webhook_relay',
  });
  return rows[0]?.cursor;
}

/** False if another process has read further in the meantime: then nothing that was read may be used. */
export async function moveRelay(tx: Executor, from: EventCursor, to: EventCursor): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'move_relay',
    text: 'update webhook_relay set cursor = $2::jsonb where cursor @> $1::jsonb',
    values: [JSON.stringify(from), JSON.stringify(to)],
  });
  return rowCount === 1;
}

/** Stops reading when no webhook needs it any more. */
export async function stopIdleRelay(tx: Executor): Promise<void> {
  await tx.query({ text: 'select from webhook_relay for update' });
  await tx.query({
    text: 'delete from webhook_relay where not exists (select from webhooks where disabled_at is null)',
  });
}

/** The properties of a webhook that decide which events it is sent. */
export interface RelayTarget {
  id: string;
  types: EventType[] | null;
  categories: string[] | null;
  scopes: Scope[];
  created_by: string;
  first_sequence: string;
}

/** Enabled webhooks, at most 100 for each principal. */
export async function listRelayTargets(db: Executor): Promise<RelayTarget[]> {
  const { rows } = await db.query<RelayTarget>({
    name: 'list_relay_targets',
    text: 'select id, types, categories, scopes, created_by, first_sequence from webhooks where disabled_at is null order by id',
  });
  return rows;
}

/** The category of each question, including deleted ones. */
export async function listQuestionCategories(db: Executor, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; category_id: number }>({
    name: 'list_question_categories',
    text: 'select id, category_id from questions where id = any($1)',
    values: [ids],
  });
  return new Map(rows.map(({ id, category_id }) => [id, category_id]));
}
