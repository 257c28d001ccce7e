import type { FastifyRequest } from 'fastify';
import type { Webhook } from '../../../domain/webhooks/webhook.ts';
import { AppError } from '../../../errors.ts';
import type { Executor } from '../../../store/database/database.ts';
import { resumeWebhook } from '../../../store/webhooks/deliveries.ts';
import { lockWebhook } from '../../../store/webhooks/webhooks.ts';
import { ownerFor } from '../../shared/principal.ts';
import { webhookNotFound } from '../schema.ts';

/** For whoever wants something sent now: a webhook that is there and enabled, and no longer waits because others failed. */
export async function requireEnabled(tx: Executor, request: FastifyRequest, id: string): Promise<Webhook> {
  const found = await lockWebhook(tx, id, ownerFor(request));
  if (found === undefined) throw webhookNotFound(id);
  if (!found.webhook.enabled) throw new AppError('webhook_disabled');
  await resumeWebhook(tx, id);
  return found.webhook;
}
