import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { asOperator, type TestService } from '../../harness.ts';
import type { Headers } from '../credentials.ts';

export const url = '/webhooks';
export const TARGET = 'https://hooks.example.com/quaestor';

export interface WebhookRecord {
  id: string;
  url: string;
  description: string | null;
  types: string[] | null;
  categories: string[] | null;
  enabled: boolean;
  disabled_at: string | null;
  disabled_reason: string | null;
  notice: string | null;
  failing_since: string | null;
  previous_secret_until: string | null;
  created_by: string;
  created_at: string;
  updated_at: string;
  version: number;
}
export type NewWebhookRecord = WebhookRecord & { secret: string };

export interface DeliveryRecord {
  id: string;
  webhook_id: string;
  message_id: string;
  type: string;
  status: string;
  attempts: number;
  created_at: string;
  next_attempt_at: string | null;
  completed_at: string | null;
  log: { at: string; duration_ms: number; status: number | null; error: string | null; response: string | null }[];
}

export async function makeWebhook(
  service: TestService,
  change: object = {},
  headers: Headers = asOperator,
): Promise<NewWebhookRecord> {
  const reply = await service.request({ method: 'POST', url, headers, payload: { url: TARGET, ...change } });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<NewWebhookRecord>();
}

export const asked = (
  method: 'GET' | 'PATCH' | 'DELETE' | 'POST',
  path: string,
  payload?: object,
  headers: Headers = asOperator,
): InjectOptions & { url: string } => ({
  method,
  url: `${url}/${path}`,
  headers,
  ...(payload !== undefined && { payload }),
});

export async function sendTest(service: TestService, id: string): Promise<DeliveryRecord> {
  const reply = await service.request(asked('POST', `${id}/test`));
  expect(reply.statusCode, reply.body).toBe(202);
  return reply.json<DeliveryRecord>();
}

export async function disable(service: TestService, id: string): Promise<void> {
  const reply = await service.request(asked('PATCH', id, { enabled: false }));
  expect(reply.statusCode, reply.body).toBe(200);
}
