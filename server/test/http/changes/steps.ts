import type { TestService } from '../../harness.ts';

export interface ShownChange {
  id: string;
  kind: string;
  actor: string;
  created_at: string;
  count: number;
  gone: number;
  conflict_count: number;
  reverts: string | null;
  reverted_by: string | null;
  status: string;
  progress: { completed: number; total: number | null } | null;
  summary?: {
    question_id: string | null;
    question_text: string | null;
    fields: string[];
    bulk: object | null;
    file_name: string | null;
    category_merge: { from: string; into: string } | null;
  };
}

export interface ShownItem {
  question_id: string;
  version: number | null;
  change: string | null;
  fields: { field: string; before: unknown; after: unknown; words?: { kind: string; text: string }[] }[];
  unavailable: string | null;
  conflict: { reason: string; fields: string[] } | null;
}

export interface Page<Row> {
  data: Row[];
  pagination: { total: number | null; has_more: boolean; next_cursor: string | null };
}

export interface ShownRevert {
  change: ShownChange;
  reverted: number;
  unchanged: number;
  conflicts: ShownConflict[];
}

interface ShownConflict {
  question_id: string;
  reason: string;
  fields: string[];
  changed_by: string | null;
}

export interface ShownPreview {
  reverted: number;
  deleted: number;
  unchanged: number;
  conflicts: ShownConflict[];
  next_after: number | null;
}

/** Sends a write and returns the id of its change. */
export async function write(
  service: TestService,
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
): Promise<string> {
  const reply = await service.request({ method, url, ...(payload && { payload }) });
  if (reply.statusCode > 299) throw new Error(`${method} ${url}: ${reply.body}`);
  return String(reply.headers['change-id']);
}

export async function get<Body>(service: TestService, url: string): Promise<Body> {
  const reply = await service.request({ method: 'GET', url });
  if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.body}`);
  return reply.json<Body>();
}

export async function revert(
  service: TestService,
  id: string,
  query: Record<string, string> = {},
): Promise<ShownRevert> {
  const reply = await service.request({ method: 'POST', url: `/changes/${id}/revert`, query });
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json<ShownRevert>();
}
