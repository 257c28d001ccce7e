import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Sends requests at a fixed rate, however slow the replies are, and returns the 99th percentile of the times in ms. */
export async function pacedP99(url: string, perSecond: number, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const times: Promise<number>[] = [];
  const started = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const due = started + (sent * 1000) / perSecond;
    while (performance.now() < due) await wait(Math.max(0, due - performance.now()));
    times.push(timeOne(url, agent));
  }
  const sorted = (await Promise.all(times)).toSorted((left, right) => left - right);
  agent.destroy();
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

function timeOne(url: string, agent: Agent): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url} replied ${reply.statusCode}`));
      reply.on('end', () => resolve(performance.now() - started));
      reply.resume();
    }).on('error', reject);
  });
}
