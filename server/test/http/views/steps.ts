import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { asOperator, type TestService } from '../../harness.ts';
import { bearer, createKey, type Headers } from '../credentials.ts';

export const url = '/views';

export interface ViewRecord {
  id: string;
  name: string;
  filter: Record<string, unknown>;
  sort: string | null;
  columns: string[] | null;
  shared: boolean;
  owner: string;
  created_at: string;
  updated_at: string;
  version: number;
}

export function asked(
  method: 'GET' | 'PATCH' | 'DELETE',
  id: string,
  payload?: object,
  headers: Headers = asOperator,
): InjectOptions {
  return { method, url: `${url}/${id}`, headers, ...(payload && { payload }) };
}

export async function makeView(
  service: TestService,
  change: object = {},
  headers: Headers = asOperator,
): Promise<ViewRecord> {
  const reply = await service.request({ method: 'POST', url, headers, payload: { name: 'Ready ones', ...change } });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<ViewRecord>();
}

/** Creates a caller with a key of these scopes. */
export async function somebody(service: TestService, ...scopes: string[]): Promise<{ id: string; headers: Headers }> {
  const { id, token } = await createKey(service, { scopes });
  return { id: `token:${id}`, headers: bearer(token) };
}
