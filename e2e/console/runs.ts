import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { json } from '../support/service.ts';
import { sharedPlace } from './shared-place.ts';

export interface Run {
  id: string;
  analysis_type: string;
  parameters: Record<string, unknown>;
  filter: Record<string, unknown>;
  findings: { text: string; count: number | null; items: string | null }[];
  result: { plots: Plot[] };
}

interface Plot {
  id: string;
  kind: string;
  title: string;
  description: string;
  x: { values: string[] };
  values: number[][];
  series: { values: number[]; points: unknown[] }[];
  bins: unknown[];
  groups: { points: unknown[] }[];
  nodes: unknown[];
}

export async function ask<Body>(
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Body> {
  const reply = await fetch(`${sharedPlace().origin}${path}`, {
    ...init,
    headers: { ...init.headers, authorization: sharedPlace().authorization },
  });
  const text = await reply.text();
  expect(reply.status, text).toBeLessThan(300);
  return JSON.parse(text) as Body;
}

/** Runs an analysis through the API, and waits until it has succeeded. */
export async function analyse(analysis_type: string, filter: object = {}, parameters: object = {}): Promise<Run> {
  const { headers, ...request } = json({ analysis_type, filter, parameters });
  let run = await ask<Run & { status: string }>('/analysis/run', {
    ...request,
    headers: { ...headers, prefer: 'wait=20' },
  });
  while (run.status === 'queued' || run.status === 'running') {
    await wait(100); // a busy machine takes longer than the service waits
    run = await ask(`/analysis/${run.id}`);
  }
  expect(run.status).toBe('succeeded');
  return run;
}

/** Returns the number of marks in a plot. */
export function marksOf({ kind, x, values, series, bins, groups, nodes }: Plot): number {
  const points = (lists: readonly { points: unknown[] }[]) =>
    lists.reduce((sum, { points: some }) => sum + some.length, 0);
  if (kind === 'heat_map') return values.flat().length;
  if (kind === 'bars') return x.values.length * series.length;
  if (kind === 'histogram') return bins.length;
  if (kind === 'lines') return points(series);
  return kind === 'scatter' ? points(groups) : nodes.length;
}
