import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createWebhook } from './create.ts';
import { deleteWebhook } from './delete.ts';
import { listWebhookDeliveries } from './deliveries.ts';
import { getWebhook } from './get.ts';
import { listWebhooks } from './list.ts';
import { replayFailed } from './replay.ts';
import { replayWebhookDelivery } from './replay-delivery.ts';
import { rotateWebhook } from './rotate.ts';
import { testWebhook } from './test-message.ts';
import { updateWebhook } from './update.ts';

export function webhookRoutes(deps: Deps): RouteOptions[] {
  return [
    listWebhooks(deps),
    createWebhook(deps),
    getWebhook(deps),
    updateWebhook(deps),
    deleteWebhook(deps),
    rotateWebhook(deps),
    testWebhook(deps),
    listWebhookDeliveries(deps),
    replayWebhookDelivery(deps),
    replayFailed(deps),
  ];
}
