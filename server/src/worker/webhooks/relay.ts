import type { Deps } from '../../deps.ts';
import type { CategoryCatalogue } from '../../domain/categories.ts';
import { audienceOf, receives } from '../../domain/event-feed.ts';
import { EVENT_TYPES, eventId } from '../../domain/events.ts';
import { envelopeOf, messageId } from '../../domain/webhooks/envelope.ts';
import { type Executor, inTransaction } from '../../store/database/database.ts';
import { listEventsAfter, MAX_EVENTS_AT_ONCE, type StoredEvent } from '../../store/events.ts';
import { claimDueWebhooks, insertDeliveries, type NewDelivery } from '../../store/webhooks/deliveries.ts';
import {
  findRelayCursor,
  listQuestionCategories,
  listRelayTargets,
  moveRelay,
  type RelayTarget,
  stopIdleRelay,
} from '../../store/webhooks/relay.ts';

/** The maximum number of deliveries per transaction, unless a single event has more. */
const MAX_DELIVERIES_AT_ONCE = 5000;
const MAX_PAGES = 20;
const MAX_JOBS_AT_ONCE = 500;
/** The queue retries a lost job long before; this is for jobs that the queue has lost, too. */
const LOST_AFTER_MS = 10 * 60_000;

/** Creates deliveries from the outbox, in its order, and jobs for the webhooks that have some due. */
export async function relayEvents(deps: Deps, signal?: AbortSignal): Promise<void> {
  for (let page = 0; page < MAX_PAGES && signal?.aborted !== true; page += 1) {
    const more = await relayPage(deps);
    await dispatchDue(deps);
    if (!more) return;
  }
}

/**
 * Deliveries and the cursor are stored in one transaction, so an event is queued once for each webhook, whichever
 * process is killed.
 */
async function relayPage(deps: Deps): Promise<boolean> {
  const { writes } = deps.db;
  const from = await findRelayCursor(writes);
  if (from === undefined) return false;
  const count = (await listRelayTargets(writes)).length;
  if (count === 0) {
    await inTransaction(writes, stopIdleRelay);
    return false;
  }
  const limit = Math.min(MAX_EVENTS_AT_ONCE, Math.ceil(MAX_DELIVERIES_AT_ONCE / count));
  const { events, next } = await listEventsAfter(writes, { after: from, limit });
  if (events.length === 0) return false;
  return inTransaction(writes, async (tx) => {
    if (!(await moveRelay(tx, from, next))) return false;
    // Listed after the events were read, so that an event reaches every webhook that existed when it was written.
    const deliveries = await matchEvents(deps, tx, events, await listRelayTargets(tx));
    if (deliveries.length > 0) await insertDeliveries(tx, deliveries, deps.now());
    return true;
  });
}

async function matchEvents(
  { categories, newId }: Deps,
  tx: Executor,
  events: readonly StoredEvent[],
  targets: readonly RelayTarget[],
): Promise<NewDelivery[]> {
  const questions = events.filter(({ type }) => type.startsWith('question.'));
  const isFiltered = questions.length > 0 && targets.some((target) => target.categories !== null);
  const categoryOf = isFiltered
    ? await listQuestionCategories(tx, [...new Set(questions.map(({ resource_id }) => resource_id))])
    : new Map<string, number>();
  const wanted = new Map(
    targets.map(({ id, categories: names }) => [
      id,
      names === null ? null : new Set(names.flatMap((name) => categoryIds(categories.current, name))),
    ]),
  );
  const audiences = new Map(targets.map((target) => [target.id, audienceOfTarget(target)]));
  const firsts = new Map(targets.map(({ id, first_sequence }) => [id, BigInt(first_sequence)]));
  const isOfCategory = ({ id }: RelayTarget, { type, resource_id }: StoredEvent) => {
    const ids = wanted.get(id) ?? null;
    return ids === null || !type.startsWith('question.') || ids.has(categoryOf.get(resource_id) ?? NO_CATEGORY);
  };
  return events.flatMap((event) => {
    const sequence = BigInt(event.sequence);
    const interested = targets.filter((target) => {
      const audience = audiences.get(target.id);
      return (
        audience !== undefined &&
        sequence >= (firsts.get(target.id) ?? sequence) &&
        receives(audience, event) &&
        isOfCategory(target, event)
      );
    });
    if (interested.length === 0) return [];
    const body = envelopeOf(event);
    return interested.map(({ id }) => ({
      id: newId(),
      webhook_id: id,
      message_id: messageId(id, eventId(event)),
      type: event.type,
      body,
    }));
  });
}

/** The event as the feed would show it to the creator of the webhook. */
function audienceOfTarget({ types, scopes, created_by }: RelayTarget) {
  return audienceOf(scopes, created_by === 'operator' ? null : created_by, types ?? EVENT_TYPES);
}

const NO_CATEGORY = -1;

/**
 * For a category that is being or was merged, includes the one that its questions move to, because a rename is a merge.
 */
function categoryIds(catalogue: CategoryCatalogue, name: string): number[] {
  if (!catalogue.knows(name)) return [];
  const category = catalogue.require(name);
  return [category.id, catalogue.successorOf(category).id];
}

/** Queues a job for each webhook that has a due delivery and no job yet. */
export async function dispatchDue({ db, queue, now }: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> {
  const time = now();
  const lostBefore = new Date(time.getTime() - LOST_AFTER_MS);
  await inTransaction(db.writes, async (tx) => {
    const ids = await claimDueWebhooks(tx, { now: time, lostBefore, limit: MAX_JOBS_AT_ONCE });
    if (ids.length === 0) return;
    const jobs = ids.map((webhook_id) => ({ data: { webhook_id }, owner: webhook_id }));
    await queue.enqueue(tx, 'webhook.deliver', jobs);
  });
}
