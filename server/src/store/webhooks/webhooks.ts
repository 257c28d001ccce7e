import type { EventType } from '../../domain/events.ts';
import type { Scope } from '../../domain/tokens/scope.ts';
import { type DisabledReason, type NewWebhook, NOTICES, type Webhook } from '../../domain/webhooks/webhook.ts';
import type { Executor } from '../database/database.ts';
import { type KeysetPage, type KeysetRows, listOwned } from '../database/owned-rows.ts';

type Row = Omit<Webhook, 'notice'>;

const COLUMNS = `id, url, description, types, categories, disabled_at is null as enabled, disabled_at, disabled_reason,
  failing_since, previous_until as previous_secret_until, created_by, created_at, updated_at, version`;
const OWNED = 'id = $1 and ($2::text is null or created_by = $2)';

function present(row: Row): Webhook {
  const { failing_since, previous_secret_until, created_by, created_at, updated_at, version, ...first } = row;
  const notice = row.disabled_reason === null ? null : NOTICES[row.disabled_reason];
  return { ...first, notice, failing_since, previous_secret_until, created_by, created_at, updated_at, version };
}

/** A new webhook receives events that are written from now on. */
export async function insertWebhook(tx: Executor, webhook: NewWebhook): Promise<Webhook> {
  const { rows } = await tx.query<Row>({
    text: `insert into webhooks (id, url, description, types, categories, scopes, created_by, created_at, updated_at, secret, first_sequence)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, (select coalesce(max(sequence), 0) + 1 from events))
           returning ${COLUMNS}`,
    values: [
      webhook.id,
      webhook.url,
      webhook.description,
      webhook.types,
      webhook.categories,
      webhook.scopes,
      webhook.created_by,
      webhook.created_at,
      webhook.secret,
    ],
  });
  return present(rows[0] as Row);
}

/** A null `owner` stands for anybody. */
export async function findWebhook(db: Executor, id: string, owner: string | null): Promise<Webhook | undefined> {
  const { rows } = await db.query<Row>({
    name: 'find_webhook',
    text: `select ${COLUMNS} from webhooks where ${OWNED}`,
    values: [id, owner],
  });
  return rows[0] && present(rows[0]);
}

export async function listWebhooks(db: Executor, owner: string | null, page: KeysetPage): Promise<KeysetRows<Webhook>> {
  const selection = { columns: COLUMNS, from: 'webhooks', where: 'true' };
  const { rows, total } = await listOwned<Row>(db, selection, owner, page);
  return { rows: rows.map(present), total };
}

/** The webhook with the scopes of its owner, locked until the transaction ends. */
export async function lockWebhook(
  tx: Executor,
  id: string,
  owner: string | null,
): Promise<{ webhook: Webhook; scopes: Scope[] } | undefined> {
  const { rows } = await tx.query<Row & { scopes: Scope[] }>({
    text: `select ${COLUMNS}, scopes from webhooks where ${OWNED} for update`,
    values: [id, owner],
  });
  if (rows[0] === undefined) return undefined;
  const { scopes, ...row } = rows[0];
  return { webhook: present(row), scopes };
}

interface WebhookChange {
  url: string;
  description: string | null;
  types: readonly EventType[] | null;
  categories: readonly string[] | null;
  enabled: boolean;
}

/** A webhook that is enabled again starts afresh, with future events and no failures. */
export async function updateWebhook(tx: Executor, id: string, change: WebhookChange, now: Date): Promise<Webhook> {
  const { rows } = await tx.query<Row>({
    text: `update webhooks
              set url = $2, description = $3, types = $4, categories = $5, updated_at = $7, version = version + 1,
                  disabled_at = case when $6 then null else coalesce(disabled_at, $7) end,
                  disabled_reason = case when $6 then null else coalesce(disabled_reason, 'by_owner') end,
                  failing_since = case when $6 and disabled_at is null then failing_since end,
                  failures = case when $6 and disabled_at is null and url = $2 then failures else 0 end,
                  resume_at = case when $6 and disabled_at is null and url = $2 then resume_at end,
                  first_sequence = case when $6 and disabled_at is not null
                                        then (select coalesce(max(sequence), 0) + 1 from events) else first_sequence end
            where id = $1
           returning ${COLUMNS}`,
    values: [id, change.url, change.description, change.types, change.categories, change.enabled, now],
  });
  return present(rows[0] as Row);
}

/** The previous secret also signs until `previousUntil`. */
export async function rotateWebhookSecret(
  tx: Executor,
  id: string,
  owner: string | null,
  { secret, previousUntil, now }: { secret: string; previousUntil: Date; now: Date },
): Promise<Webhook | undefined> {
  const { rows } = await tx.query<Row>({
    text: `update webhooks
              set secret = $3, previous_secret = secret, previous_until = $4, updated_at = $5, version = version + 1
            where ${OWNED}
           returning ${COLUMNS}`,
    values: [id, owner, secret, previousUntil, now],
  });
  return rows[0] && present(rows[0]);
}

/** Deletes it with all its deliveries. False if it does not exist. */
export async function deleteWebhook(tx: Executor, id: string, owner: string | null): Promise<boolean> {
  const { rowCount } = await tx.query({ text: `delete from webhooks where ${OWNED}`, values: [id, owner] });
  return rowCount === 1;
}

/** Called by the service itself. Returns those that were not disabled before. */
export async function disableWebhooks(
  tx: Executor,
  ids: readonly string[],
  reason: DisabledReason,
  now: Date,
): Promise<Webhook[]> {
  const { rows } = await tx.query<Row>({
    text: `update webhooks
              set disabled_at = $3, disabled_reason = $2, updated_at = $3, version = version + 1
            where id = any($1) and disabled_at is null
           returning ${COLUMNS}`,
    values: [ids, reason, now],
  });
  return rows.map(present);
}

/** Returns those that were not disabled before. */
export async function disableWebhooksMadeBy(
  tx: Executor,
  principals: readonly string[],
  now: Date,
): Promise<Webhook[]> {
  const { rows } = await tx.query<Row>({
    text: `update webhooks
              set disabled_at = $2, disabled_reason = 'owner_ended', updated_at = $2, version = version + 1
            where created_by = any($1) and disabled_at is null
           returning ${COLUMNS}`,
    values: [principals, now],
  });
  return rows.map(present);
}
