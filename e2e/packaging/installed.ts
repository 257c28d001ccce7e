import { expect } from 'vitest';
import { json, type OperatorRequest } from '../support/service.ts';

/** A service with the demo bank, wherever it is running. */
export type Ask = (path: string, init?: OperatorRequest) => Promise<Response>;

interface Run {
  id: string;
  status: string;
  result: { plots: { id: string; kind: string }[] };
}

/** Every kind of plot that analyses draw. The demo bank has data for each of them. */
export const PLOT_KINDS = ['bars', 'graph', 'heat_map', 'histogram', 'lines'];
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Runs every type of analysis and draws all its plots as PNG, which needs threads, fonts, ECharts and sharp. Returns
 * the kinds of plots.
 */
export async function drawEverything(ask: Ask): Promise<Set<string>> {
  const types = (await (await ask('/analysis/types')).json()) as { data: { analysis_type: string }[] };
  expect(types.data.length).toBeGreaterThan(5);
  const kinds = new Set<string>();
  for (const { analysis_type } of types.data) {
    const { id, result } = await analyse(ask, analysis_type);
    for (const plot of result.plots) {
      const reply = await ask(`/analysis/${id}/plots/${plot.id}.png`);
      const picture = Buffer.from(await reply.arrayBuffer());
      expect(reply.status, `${analysis_type} ${plot.id}`).toBe(200);
      expect(picture.subarray(0, PNG.length), `${analysis_type} ${plot.id}`).toEqual(PNG);
      kinds.add(plot.kind);
    }
  }
  return kinds;
}

/** Finds a question with an assistant tool, because these tools are in a separate bundle. */
export async function callTool(ask: Ask): Promise<void> {
  const params = { name: 'search_questions', arguments: { limit: 1 } };
  const request = json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const accept = 'application/json, text/event-stream';
  const reply = await ask('/mcp', { ...request, headers: { ...request.headers, accept } });
  expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('question_text')]);
}

/** A comparison uses the easiest and the hardest questions as its two sets. */
async function analyse(ask: Ask, analysisType: string): Promise<Run> {
  const parts =
    analysisType === 'set_comparison'
      ? { filter: { difficulty: 0 }, parameters: { other: { filter: { difficulty: 2 } } } }
      : { filter: {} };
  const request = json({ analysis_type: analysisType, ...parts });
  const reply = await ask('/analysis/run', { ...request, headers: { ...request.headers, prefer: 'wait=30' } });
  const run = (await reply.json()) as Run;
  expect(run, analysisType).toMatchObject({ status: 'succeeded' });
  return run;
}
