import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { missingScopes } from '../../../domain/event-feed.ts';
import { EVENT_TYPES, type EventType } from '../../../domain/events.ts';
import type { Scope } from '../../../domain/tokens/scope.ts';
import type { Executor } from '../../../store/database/database.ts';
import { lockWebhook } from '../../../store/webhooks/webhooks.ts';
import { ownerFor } from '../../shared/principal.ts';
import { webhookNotFound } from '../schema.ts';
import { requireScopes } from './check.ts';

type LockedWebhook = NonNullable<Awaited<ReturnType<typeof lockWebhook>>>;

/**
 * A webhook that the caller may change, locked until the transaction ends. A principal may have tokens with fewer
 * scopes than the one that created the webhook: such a token must not redirect its events, or obtain its secret.
 */
export async function requireOwnWebhook(
  deps: Deps,
  tx: Executor,
  request: FastifyRequest,
  id: string,
): Promise<LockedWebhook> {
  const found = await lockWebhook(tx, id, ownerFor(request));
  if (found === undefined) throw webhookNotFound(id);
  requireScopes(deps, request, request.principal.scopes, typesSent(found.scopes, found.webhook.types));
  return found;
}

/** The types of events that a webhook is sent. */
export function typesSent(scopes: readonly Scope[], types: readonly EventType[] | null): readonly EventType[] {
  return (types ?? EVENT_TYPES).filter((type) => missingScopes(scopes, type) === undefined);
}
