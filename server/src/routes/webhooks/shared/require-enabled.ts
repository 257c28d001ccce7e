import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { Webhook } from '../../../domain/webhooks/webhook.ts';
import { AppError } from '../../../errors.ts';
import type { Executor } from '../../../store/database/database.ts';
import { resumeWebhook } from '../../../store/webhooks/deliveries.ts';
import { requireOwnWebhook } from './own-scopes.ts';

/**
 * For callers who want something sent now: requires a webhook that exists and is enabled, and ends its pause after
 * earlier failures.
 */
export async function requireEnabled(deps: Deps, tx: Executor, request: FastifyRequest, id: string): Promise<Webhook> {
  const found = await requireOwnWebhook(deps, tx, request, id);
  if (!found.webhook.enabled) throw new AppError('webhook_disabled');
  await resumeWebhook(tx, id);
  return found.webhook;
}
