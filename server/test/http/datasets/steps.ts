import { expect } from 'vitest';
import { draft, type TestService } from '../../harness.ts';

export const url = '/datasets';
export const UNKNOWN_ID = '01a1dcb4-4c4a-75f8-b904-7e31f36f1181';

export interface DatasetRecord {
  id: string;
  name: string | null;
  filter: object;
  status: string;
  question_count: number;
  gone: number;
  content_hash: string | null;
  licenses: { licenses: { value: string | null; count: number }[]; sources: { value: string | null; count: number }[] };
  created_at: string;
  created_by: string;
}

export async function freeze(service: TestService, filter: object = {}, name?: string): Promise<DatasetRecord> {
  const reply = await service.request({
    method: 'POST',
    url,
    payload: { filter, ...(name !== undefined && { name }) },
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<DatasetRecord>();
}

export async function exported(service: TestService, id: string, query = ''): Promise<string> {
  const reply = await service.request({ url: `${url}/${id}/export${query}` });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.body;
}

export const drafts = (count: number, change: object = {}) =>
  Array.from({ length: count }, (_, index) =>
    draft({ question_text: `Which one is number ${index}, “naïvely”?`, ...change }),
  );
