import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from './context.ts';
import { type Load, listLoad, postLoad } from './loads.ts';
import { freePort, replies, type Started, startApi } from './processes.ts';
import { median } from './ratio.ts';

const WARM_UP_RUNS = 2;
/** Requests are counted, as in production, but never rejected. */
const COUNTED = { RATE_LIMIT: 'true', LIMIT_POINTS_ANONYMOUS: '1000000000' };

/** Measures, in turn, the requests per second of one process, two on one port, and two behind a proxy. */
export async function compareProcesses(context: Context, say: (line: string) => void): Promise<void> {
  for (const [name, load] of Object.entries({ list: listLoad, post: postLoad(32) })) {
    const start = (environment: Readonly<Record<string, string>>) =>
      startApi(context.databaseUrl, { ...load.environment, ...COUNTED, ...environment });
    const one = await start({});
    const two = await start({ API_PROCESSES: '2' });
    const proxied = await startProxy([await start({}), await start({})], context.files.directory);
    const measured = await inTurn(context, load, { one, two, proxied });
    for (const service of [one, two, proxied]) await service.stop();
    const [base = 0] = Object.values(measured).map(median);
    for (const [which, rates] of Object.entries(measured))
      say(`${name} ${which}: ${Math.round(median(rates))}/s, ${(median(rates) / base).toFixed(2)} of one process`);
  }
}

async function inTurn(
  context: Context,
  load: Load,
  services: Readonly<Record<string, Started>>,
): Promise<Record<string, number[]>> {
  const rates: Record<string, number[]> = {};
  const runs = new Map<string, () => Promise<{ perSecond: number }>>();
  for (const [which, { origin }] of Object.entries(services)) runs.set(which, await load.prepare(context, origin));
  for (let repetition = -WARM_UP_RUNS; repetition < context.repetitions; repetition += 1) {
    for (const [which, run] of runs) {
      const { perSecond } = await run();
      if (repetition >= 0) (rates[which] ??= []).push(perSecond);
    }
  }
  return rates;
}

/** Starts haproxy, which keeps its connections to the services open and reuses them. */
async function startProxy(services: readonly Started[], directory: string): Promise<Started> {
  const port = await freePort();
  const file = path.join(directory, 'haproxy.cfg');
  const servers = services.map(({ origin }, index) => `  server s${index} ${new URL(origin).host}`).join('\n');
  await writeFile(
    file,
    `global
  nbthread 1
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend in
  bind 127.0.0.1:${port}
  default_backend api
backend api
  balance roundrobin
  http-reuse always
${servers}
`,
  );
  const proxy = spawn('haproxy', ['-f', file], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await replies(`${origin}/healthz`)); tries += 1) {
    if (tries > 100) throw new Error('haproxy does not respond');
    await wait(50);
  }
  return {
    origin,
    pid: proxy.pid ?? 0,
    stop: async () => {
      const ended = once(proxy, 'exit');
      proxy.kill('SIGTERM');
      await ended;
      for (const service of services) await service.stop();
    },
  };
}
