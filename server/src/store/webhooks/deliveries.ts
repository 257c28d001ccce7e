import type { Executor } from '../database/database.ts';
import { deleteBatchBefore } from '../database/delete-batch.ts';
import type { KeysetPage, KeysetRows } from '../database/owned-rows.ts';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One request to the receiver and its outcome. */
export interface Attempt {
  at: Date;
  duration_ms: number;
  /** The status of the response; null without one. */
  status: number | null;
  /** Why there was no response, or why it counts as a failure. */
  error: string | null;
  /** The start of the response. */
  response: string | null;
}

interface Delivery {
  id: string;
  webhook_id: string;
  message_id: string;
  type: string;
  status: DeliveryStatus;
  attempts: number;
  created_at: Date;
  next_attempt_at: Date | null;
  completed_at: Date | null;
  log: Attempt[];
}

export interface NewDelivery {
  id: string;
  webhook_id: string;
  message_id: string;
  type: string;
  body: string;
}

const COLUMNS = 'id, webhook_id, message_id, type, status, attempts, created_at, next_attempt_at, completed_at, log';
/** The maximum number of attempts shown: those of two rounds. */
const MAX_LOGGED = 20;

/** The delivery is due at once. A webhook gets only one delivery per event. */
const INSERT = `insert into webhook_deliveries (id, webhook_id, message_id, type, body, created_at, round_began_at, next_attempt_at)
           select id, webhook_id, message_id, type, body, $6, $6, $6
             from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[]) as given (id, webhook_id, message_id, type, body)
            where exists (select from webhooks where webhooks.id = given.webhook_id)
           on conflict (webhook_id, message_id) do nothing`;

function insertValues(deliveries: readonly NewDelivery[], now: Date): unknown[] {
  return [
    deliveries.map(({ id }) => id),
    deliveries.map(({ webhook_id }) => webhook_id),
    deliveries.map(({ message_id }) => message_id),
    deliveries.map(({ type }) => type),
    deliveries.map(({ body }) => body),
    now,
  ];
}

/** Inserts thousands at a time, so it returns nothing. */
export async function insertDeliveries(tx: Executor, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  await tx.query({ name: 'insert_deliveries', text: INSERT, values: insertValues(deliveries, now) });
}

/** Undefined if there is one of the same message. */
export async function insertDelivery(tx: Executor, delivery: NewDelivery, now: Date): Promise<Delivery | undefined> {
  const { rows } = await tx.query<Delivery>({
    text: `${INSERT} returning ${COLUMNS}`,
    values: insertValues([delivery], now),
  });
  return rows[0];
}

/** Newest first; a webhook may have more than 100,000, so they are counted up to a bound. */
export async function listDeliveries(
  db: Executor,
  webhookId: string,
  status: DeliveryStatus | undefined,
  { limit, offset, after }: KeysetPage,
): Promise<KeysetRows<Delivery>> {
  const matches = 'webhook_id = $1 and ($2::text is null or status = $2)';
  const { rows } = await db.query<Delivery>({
    text: `select ${COLUMNS} from webhook_deliveries
            where ${matches} and ($5::uuid is null or id < $5)
            order by id desc limit $3 offset $4`,
    values: [webhookId, status ?? null, limit, offset, after ?? null],
  });
  const counted = await db.query<{ found: number }>({
    text: `select count(*)::integer as found from (select from webhook_deliveries where ${matches} limit ${COUNT_LIMIT + 1}) matching`,
    values: [webhookId, status ?? null],
  });
  const found = counted.rows[0]?.found ?? 0;
  return { rows, total: found > COUNT_LIMIT ? { total: null, total_at_least: COUNT_LIMIT } : { total: found } };
}

const COUNT_LIMIT = 5000;

const BEGIN_AGAIN = `status = 'pending', next_attempt_at = $3, completed_at = null, round_began_at = $3, round_attempts = 0`;

/** Undefined if it does not exist; a pending delivery is attempted now. */
export async function replayDelivery(
  tx: Executor,
  webhookId: string,
  id: string,
  now: Date,
): Promise<Delivery | undefined> {
  const { rows } = await tx.query<Delivery>({
    text: `update webhook_deliveries set ${BEGIN_AGAIN} where webhook_id = $1 and id = $2 returning ${COLUMNS}`,
    values: [webhookId, id, now],
  });
  return rows[0];
}

const MAX_REPLAYED = 10_000;

/** Replays what has failed since, oldest first and at most 10,000 deliveries; returns how many. */
export async function replayFailedDeliveries(tx: Executor, webhookId: string, since: Date, now: Date): Promise<number> {
  const { rowCount } = await tx.query({
    text: `update webhook_deliveries set ${BEGIN_AGAIN}
            where id = any(array(select id from webhook_deliveries
                                  where webhook_id = $1 and status = 'failed' and created_at >= $2
                                  order by id limit ${MAX_REPLAYED}))`,
    values: [webhookId, since, now],
  });
  return rowCount ?? 0;
}

/** The address to send to, and the secrets to sign with. */
export interface Target {
  id: string;
  url: string;
  created_by: string;
  secret: string;
  previous_secret: string | null;
  previous_until: Date | null;
  failing_since: Date | null;
  failures: number;
  resume_at: Date | null;
}

/** Undefined if the webhook was deleted or disabled. */
export async function findTarget(db: Executor, id: string): Promise<Target | undefined> {
  const { rows } = await db.query<Target>({
    name: 'find_webhook_target',
    text: `select id, url, created_by, secret, previous_secret, previous_until, failing_since, failures, resume_at
             from webhooks where id = $1 and disabled_at is null`,
    values: [id],
  });
  return rows[0];
}

export interface DueDelivery {
  id: string;
  message_id: string;
  body: string;
  round_began_at: Date;
  round_attempts: number;
}

export async function listDueDeliveries(
  db: Executor,
  webhookId: string,
  now: Date,
  limit: number,
): Promise<DueDelivery[]> {
  const { rows } = await db.query<DueDelivery>({
    name: 'list_due_deliveries',
    text: `select id, message_id, body, round_began_at, round_attempts from webhook_deliveries
            where webhook_id = $1 and next_attempt_at <= $2
            order by next_attempt_at, id limit $3`,
    values: [webhookId, now, limit],
  });
  return rows;
}

interface AttemptOutcome {
  delivery_id: string;
  attempt: Attempt;
  /** Null after the last attempt; undefined after a success. */
  next_attempt_at: Date | null | undefined;
}

/** Records an attempt and what follows for the delivery. */
export async function recordAttempt(
  tx: Executor,
  { delivery_id, attempt, next_attempt_at }: AttemptOutcome,
): Promise<void> {
  const status = next_attempt_at === undefined ? 'succeeded' : next_attempt_at === null ? 'failed' : 'pending';
  await tx.query({
    name: 'record_attempt',
    text: `update webhook_deliveries
              set attempts = attempts + 1, round_attempts = round_attempts + 1, status = $2::text, next_attempt_at = $3,
                  completed_at = case when $2::text = 'pending' then null else $4::timestamptz end,
                  log = (case when jsonb_array_length(log) >= ${MAX_LOGGED} then log - 0 else log end) || $5::jsonb
            where id = $1`,
    values: [delivery_id, status, next_attempt_at ?? null, attempt.at, JSON.stringify([attempt])],
  });
}

/** A success clears the webhook's failures. */
export async function markWebhookWorking(tx: Executor, id: string): Promise<void> {
  await tx.query({
    name: 'mark_webhook_working',
    text: `update webhooks set failing_since = null, failures = 0, resume_at = null
            where id = $1 and (failing_since is not null or failures > 0 or resume_at is not null)`,
    values: [id],
  });
}

export async function markWebhookFailing(
  tx: Executor,
  id: string,
  { now, failures, resumeAt }: { now: Date; failures: number; resumeAt: Date | null },
): Promise<void> {
  await tx.query({
    name: 'mark_webhook_failing',
    text: `update webhooks set failing_since = coalesce(failing_since, $2), failures = $3, resume_at = $4 where id = $1`,
    values: [id, now, failures, resumeAt],
  });
}

/** Lets deliveries resume now, because somebody wants to see whether the webhook works. */
export async function resumeWebhook(tx: Executor, id: string): Promise<void> {
  await tx.query({ text: 'update webhooks set resume_at = null where id = $1', values: [id] });
}

/**
 * Marks the pending deliveries of these webhooks as failed; they can be replayed when the webhooks are enabled again.
 */
export async function failPendingDeliveries(
  tx: Executor,
  webhookIds: readonly string[],
  now: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await tx.query({
    text: `update webhook_deliveries set status = 'failed', next_attempt_at = null, completed_at = $2
            where id = any(array(select id from webhook_deliveries
                                  where webhook_id = any($1::uuid[]) and next_attempt_at is not null limit $3))`,
    values: [webhookIds, now, limit],
  });
  return rowCount ?? 0;
}

/**
 * Claims webhooks with due deliveries, unless a job has them. A webhook whose job was lost is free after `lostBefore`.
 */
export async function claimDueWebhooks(
  tx: Executor,
  { now, lostBefore, limit }: { now: Date; lostBefore: Date; limit: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'claim_due_webhooks',
    text: `update webhooks set taken_at = $1
            where id = any(array(
              select id from webhooks
               where disabled_at is null and (taken_at is null or taken_at < $2) and (resume_at is null or resume_at <= $1)
                 and exists (select from webhook_deliveries where webhook_id = webhooks.id and next_attempt_at <= $1)
               order by taken_at nulls first limit $3
                 for update skip locked))
           returning id`,
    values: [now, lostBefore, limit],
  });
  return rows.map(({ id }) => id);
}

/** Releases the webhook because its job has ended, or extends the claim if `takenAt` is given. */
export async function updateWebhookTaken(db: Executor, id: string, takenAt: Date | null): Promise<void> {
  await db.query({
    name: 'update_webhook_taken',
    text: 'update webhooks set taken_at = $2 where id = $1',
    values: [id, takenAt],
  });
}

export async function listEndedWebhooks(db: Executor, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'list_ended_webhooks',
    text: `select given.id from unnest($1::uuid[]) as given (id)
            where not exists (select from webhooks where webhooks.id = given.id and disabled_at is null)`,
    values: [ids],
  });
  return rows.map(({ id }) => id);
}

/** Webhooks to disable: all deliveries failed since `failingBefore`, too many are waiting, or the owner is gone. */
export async function listWebhooksToDisable(
  db: Executor,
  { failingBefore, maxPending, now }: { failingBefore: Date; maxPending: number; now: Date },
): Promise<{ id: string; reason: 'failing' | 'backlog' | 'owner_ended' }[]> {
  const { rows } = await db.query<{ id: string; reason: 'failing' | 'backlog' | 'owner_ended' }>({
    text: `select id, reason
             from webhooks
            cross join lateral (select case
                    when created_by like 'token:%' and not exists (
                           select from tokens where 'token:' || tokens.id = webhooks.created_by
                              and revoked_at is null and (expires_at is null or expires_at > $3)) then 'owner_ended'
                    when created_by like 'person:%' and not exists (
                           select from people where 'person:' || people.id = webhooks.created_by
                              and removed_at is null and role = 'administrator') then 'owner_ended'
                    when created_by like 'client:%' and not exists (
                           select from oauth_clients where 'client:' || oauth_clients.id = webhooks.created_by) then 'owner_ended'
                    when failing_since < $1 then 'failing'
                    when exists (select from webhook_deliveries
                                  where webhook_id = webhooks.id and next_attempt_at is not null offset $2) then 'backlog' end as reason) judged
            where disabled_at is null and reason is not null
            order by id limit 100`,
    values: [failingBefore, maxPending, now],
  });
  return rows;
}

/** Disabled webhooks with pending deliveries. */
export async function listDisabledWithPending(db: Executor): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    text: `select id from webhooks
            where disabled_at is not null
              and exists (select from webhook_deliveries where webhook_id = webhooks.id and next_attempt_at is not null)
            order by id limit 100`,
  });
  return rows.map(({ id }) => id);
}

export function deleteDeliveriesBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'webhook_deliveries', time: 'completed_at' }, before, limit);
}
