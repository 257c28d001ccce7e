import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

interface Probed {
  p50_ms: number;
  p99_ms: number;
  requests: number;
  /** Counts requests that got no response with status 200 within ten seconds. */
  failed: number;
}

const TIMEOUT_MS = 10_000;

/** Sends reads at a fixed rate for `seconds`, however slow the responses are. */
export async function probe(urls: readonly string[], perSecond: number, seconds: number): Promise<Probed> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const pending: Promise<number | undefined>[] = [];
  const started = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const due = started + (sent * 1000) / perSecond;
    while (performance.now() < due) await wait(Math.max(0, due - performance.now()));
    pending.push(timeOne(urls[sent % urls.length] ?? '', agent));
  }
  const times = await Promise.all(pending);
  agent.destroy();
  const sorted = times.filter((time) => time !== undefined).toSorted((left, right) => left - right);
  const at = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toPrecision(3));
  return { p50_ms: at(0.5), p99_ms: at(0.99), requests: times.length, failed: times.length - sorted.length };
}

function timeOne(url: string, agent: Agent): Promise<number | undefined> {
  const started = performance.now();
  return new Promise((resolve) => {
    const request = get(url, { agent, timeout: TIMEOUT_MS }, (reply) => {
      reply.on('end', () => resolve(reply.statusCode === 200 ? performance.now() - started : undefined));
      reply.resume();
    });
    request.on('timeout', () => request.destroy()).on('error', () => resolve(undefined));
  });
}
