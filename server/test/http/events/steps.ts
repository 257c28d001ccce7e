import { expect } from 'vitest';
import { asOperator, type TestService } from '../../harness.ts';
import { getBody } from '../common.ts';
import type { Headers } from '../credentials.ts';

export interface EventBody {
  id: string;
  type: string;
  timestamp: string;
  data: { id: string; version: number; changed: string[]; url: string | null };
}

export interface EventPage {
  data: EventBody[];
  next_after: string;
  has_more: boolean;
  gap: boolean;
}

export const page = (service: TestService, query = '', headers: Headers = asOperator) =>
  getBody<EventPage>(service, `/events${query}`, headers);

/** Waits for the expected number: any transaction on the same server delays events, including those of other tests. */
export async function pageOf(
  service: TestService,
  count: number,
  query = '?limit=1000',
  headers: Headers = asOperator,
): Promise<EventPage> {
  await expect
    .poll(async () => (await page(service, query, headers)).data.length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(count);
  return page(service, query, headers);
}

export const eventsOf = ({ data }: EventPage) =>
  data.map(({ type, data: { id, version } }) => `${type} ${id} ${version}`);
