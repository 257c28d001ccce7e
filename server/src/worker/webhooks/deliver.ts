import { guardedLookup, type Resolve, resolveByDns } from '../../access/dialled-address.ts';
import { openWebhookSecret } from '../../access/webhook-secrets.ts';
import type { Deps } from '../../deps.ts';
import { nextAttempt, pauseMs, readRetryAfter } from '../../domain/webhooks/schedule.ts';
import { signedHeaders } from '../../domain/webhooks/signature.ts';
import { disableWithEvent } from '../../operations/webhooks/disable.ts';
import type { Job, JobKind } from '../../queue/job-kind.ts';
import { inTransaction } from '../../store/database/database.ts';
import {
  type Attempt,
  type DueDelivery,
  findTarget,
  listDueDeliveries,
  listEndedWebhooks,
  markWebhookFailing,
  markWebhookWorking,
  recordAttempt,
  type Target,
  updateWebhookTaken,
} from '../../store/webhooks/deliveries.ts';
import { type Guard, Sender, type Sent } from './send.ts';

interface DeliverData {
  webhook_id: string;
}

declare module '../../queue/queue.ts' {
  interface Jobs {
    'webhook.deliver': DeliverData;
  }
}

/** The number of webhooks that a process sends to concurrently, one message at a time each. */
const CONCURRENCY = 8;
/** After this time other webhooks get their turn: a slow webhook gets a single message per turn. */
const TURN_MS = 3000;
const BATCH = 50;

interface Delivering {
  deps: Deps;
  guard: Guard;
  /** The timeout for a response; 15 s unless given. */
  timeoutMs?: number | undefined;
}

export function openDelivering(
  deps: Deps,
  { resolve = resolveByDns, timeoutMs }: { resolve?: Resolve; timeoutMs?: number } = {},
): Delivering {
  const { webhookNetworks: networks, webhookAllowHttp: allowHttp } = deps.config;
  return { deps, guard: { lookup: guardedLookup(resolve, networks), networks, allowHttp }, timeoutMs };
}

/** Sends the due messages of a webhook for one turn. A webhook has at most one job, so its messages stay in order. */
export const deliverWebhooks: JobKind<Deps, { 'webhook.deliver': DeliverData }, Delivering> = {
  name: 'webhooks',
  open: (deps) => openDelivering(deps),
  steps: {
    'webhook.deliver': {
      slots: () => Array.from({ length: CONCURRENCY }, () => ({ onePerOwner: true })),
      handle: async (job, context) => {
        const more = await deliverTurn(context, job);
        await endTurn(context.deps, job.data.webhook_id, more);
      },
    },
  },
  subject: {
    idOf: ({ webhook_id }) => webhook_id,
    ended: 'webhook_ended',
    listEnded: (db, ids) => listEndedWebhooks(db.reads, ids),
  },
  retries: { limit: 1, delaySeconds: 1 },
  tries: 1,
  isPermanent: () => false,
  onFailure: async (_error, { data }, { deps }) => updateWebhookTaken(deps.db.writes, data.webhook_id, null),
  deadLetters: 'webhook.deliver.dead',
  onDead: async ({ webhook_id }, { deps }) => settleLost(deps, webhook_id),
};

/** Queues the next turn at once if there is more to send; otherwise the webhook waits for its next due delivery. */
async function endTurn({ db, queue, now }: Deps, webhook_id: string, more: boolean): Promise<void> {
  await inTransaction(db.writes, async (tx) => {
    await updateWebhookTaken(tx, webhook_id, more ? now() : null);
    if (more) await queue.enqueue(tx, 'webhook.deliver', [{ data: { webhook_id }, owner: webhook_id }]);
  });
}

/** Returns whether there is more to send now. */
export async function deliverTurn(
  { deps, guard, timeoutMs }: Delivering,
  { data: { webhook_id }, signal, stopping }: Omit<Job<DeliverData>, 'triedHere'>,
): Promise<boolean> {
  const target = await findTarget(deps.db.writes, webhook_id);
  if (target === undefined) return false;
  const secrets = await openSecrets(deps, target);
  const sender = new Sender(guard, timeoutMs);
  const endsAt = performance.now() + TURN_MS;
  try {
    for (;;) {
      const due = await listDueDeliveries(deps.db.writes, webhook_id, deps.now(), BATCH);
      if (due.length === 0) return false;
      for (const delivery of due) {
        if (performance.now() > endsAt || stopping.aborted) return true;
        const sent = await sendOnce(deps.now(), sender, { url: target.url, secrets }, delivery, signal);
        if (signal.aborted) return false;
        if (!(await settle(deps, target, delivery, sent))) return false;
      }
    }
  } finally {
    sender.close();
  }
}

interface Tried extends Sent {
  at: Date;
}

/** Undefined if one of them cannot be opened. */
async function openSecrets({ db, config, now }: Deps, target: Target): Promise<string[] | undefined> {
  const previous = target.previous_until !== null && target.previous_until > now() ? target.previous_secret : null;
  const sealed = [target.secret, previous].filter((secret) => secret !== null);
  const opened = await Promise.all(sealed.map((secret) => openWebhookSecret(db.writes, config.webhookKey, secret)));
  const readable = opened.filter((secret) => secret !== undefined);
  return readable.length === opened.length ? readable : undefined;
}

async function sendOnce(
  at: Date,
  sender: Sender,
  { url, secrets }: { url: string; secrets: readonly string[] | undefined },
  { message_id: id, body }: DueDelivery,
  signal: AbortSignal,
): Promise<Tried> {
  if (secrets === undefined) {
    const error = 'The secret cannot be read: the operator has changed WEBHOOK_KEY. Rotate the secret.';
    return { at, status: null, error, response: null, retryAfter: undefined, duration_ms: 0 };
  }
  const headers = signedHeaders({ id, sentAt: at, body }, secrets);
  return { at, ...(await sender.send({ url, headers, body }, signal)) };
}

/**
 * Two workers in a row ended during a turn of this webhook. The next message counts as failed, so that it is retried
 * less and less often and finally given up, like a message that the receiver never accepts.
 */
async function settleLost(deps: Deps, webhook_id: string): Promise<void> {
  const { db, now } = deps;
  const target = await findTarget(db.writes, webhook_id);
  if (target !== undefined) {
    const [next] = await listDueDeliveries(db.writes, webhook_id, now(), 1);
    const lost = { at: now(), status: null, error: LOST, response: null, retryAfter: undefined, duration_ms: 0 };
    if (next !== undefined) await settle(deps, target, next, lost);
  }
  await updateWebhookTaken(db.writes, webhook_id, null);
}

const LOST = 'The worker process ended twice while it was sending.';

/** Records the outcome of an attempt; false if nothing more is to be sent for now. */
async function settle(
  { db, metrics }: Deps,
  target: Target,
  delivery: DueDelivery,
  { at, retryAfter, ...sent }: Tried,
): Promise<boolean> {
  const attempt: Attempt = { at, ...sent };
  const { id: delivery_id } = delivery;
  if (sent.error === null) {
    await recordAttempt(db.writes, { delivery_id, attempt, next_attempt_at: undefined });
    metrics.webhookAttempted('succeeded');
    if (target.failing_since === null && target.failures === 0) return true;
    await markWebhookWorking(db.writes, target.id);
    Object.assign(target, { failing_since: null, failures: 0 });
    return true;
  }
  const isGone = sent.status === 410;
  const asked = sent.status === 429 || sent.status === 503 ? readRetryAfter(retryAfter, at) : undefined;
  const next = isGone
    ? undefined
    : nextAttempt({
        messageId: delivery.message_id,
        attempts: delivery.round_attempts + 1,
        beganAt: delivery.round_began_at,
        failedAt: at,
        retryAfterMs: asked,
      });
  const pauses = sent.status === null || asked !== undefined;
  const failures = pauses ? target.failures + 1 : target.failures;
  const resumeAt = pauses ? new Date(at.getTime() + pauseMs(failures, asked)) : null;
  await inTransaction(db.writes, async (tx) => {
    await recordAttempt(tx, { delivery_id, attempt, next_attempt_at: next ?? null });
    await markWebhookFailing(tx, target.id, { now: at, failures, resumeAt });
    if (isGone) await disableWithEvent(tx, [target.id], 'gone', at);
  });
  metrics.webhookAttempted(next === undefined ? 'failed' : 'retried');
  Object.assign(target, { failing_since: target.failing_since ?? at, failures });
  return !isGone && !pauses;
}
