import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/bin/embedded-postgres.ts';

const CLIENTS = 8;
const REQUESTS = 200;
const WARM_UP_ROUNDS = 5;

interface Side {
  app: FastifyInstance;
  ids: string[];
  close: () => Promise<void>;
}

/**
 * Compares the cost of single writes in this checkout and in another one. Both services run in this process, each with
 * its own database on the same server, and take turns in short rounds, so that other load on the machine affects both.
 */
export async function compareWrites(other: string, rounds: number, say: (line: string) => void): Promise<void> {
  const postgres = await startEmbeddedPostgres('.quaestor/bench-change-cost', { shared_buffers: '512MB' });
  const before = await open(path.resolve(other), postgres.url, 'bench_before');
  const after = await open(process.cwd(), postgres.url, 'bench_after');
  const times = { post: [] as number[], put: [] as number[] };
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    for (const load of [post, put]) {
      const order = round % 2 === 0 ? [before, after] : [after, before];
      const taken = new Map<Side, number>();
      for (const side of order) taken.set(side, await timed(side, load, round));
      if (round >= 0) times[load.name as 'post' | 'put'].push((taken.get(after) ?? 0) / (taken.get(before) ?? 1));
    }
  }
  for (const [load, ratios] of Object.entries(times)) {
    const sorted = ratios.toSorted((left, right) => left - right);
    const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(3);
    say(JSON.stringify({ load, rounds, requests: REQUESTS, time_ratio: at(0.5), quartiles: [at(0.25), at(0.75)] }));
  }
  await before.close();
  await after.close();
  await postgres.stop();
}

async function open(root: string, serverUrl: string, database: string): Promise<Side> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`drop database if exists ${database} with (force)`);
  await client.query(`create database ${database}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  const load = <Module>(file: string) =>
    import(pathToFileURL(path.join(root, 'server/src', file)).href) as Promise<Module>;
  const { migrate } = await load<typeof import('../../server/src/bin/migrate-database.ts')>('bin/migrate-database.ts');
  await migrate(url.href);
  const { readConfig } = await load<typeof import('../../server/src/config/config.ts')>('config/config.ts');
  const { connectDeps, closeDeps } = await load<typeof import('../../server/src/bin/deps.ts')>('bin/deps.ts');
  const { createLogger } = await load<typeof import('../../server/src/bin/logger.ts')>('bin/logger.ts');
  const { reachDatabase } =
    await load<typeof import('../../server/src/bin/reach-database.ts')>('bin/reach-database.ts');
  const { buildApp } = await load<typeof import('../../server/src/app.ts')>('app.ts');
  const config = readConfig({
    DATABASE_URL: url.href,
    ANONYMOUS_SCOPES: 'questions:read,questions:write',
    RATE_LIMIT: 'false',
    OVERLOAD_DELAY_MS: '0',
    DAILY_STORAGE_MB: '1000000',
  });
  const logger = createLogger('silent', 'api');
  const deps = await connectDeps(config, await reachDatabase(config, new AbortController().signal), logger, 'api');
  const app = await buildApp(deps, logger);
  const close = async () => {
    await app.close();
    await closeDeps(deps);
  };
  return { app, ids: [], close };
}

type Load = (side: Side, nth: number) => Promise<void>;

const post: Load = async ({ app, ids }, nth) => {
  const payload = {
    question_text: `Which planet is number ${nth} from the Sun?`,
    correct_answer: `Planet ${nth}`,
    category: 'Science',
    difficulty: nth % 3,
    tags: ['space'],
  };
  const reply = await app.inject({ method: 'POST', url: '/questions', payload });
  if (reply.statusCode !== 201) throw new Error(reply.body);
  ids.push(reply.json<{ id: string }>().id);
};

const put: Load = async ({ app, ids }, nth) => {
  const payload = { explanation: `Round ${nth}.` };
  const reply = await app.inject({ method: 'PUT', url: `/questions/${ids[nth % ids.length]}`, payload });
  if (reply.statusCode !== 200) throw new Error(reply.body);
};

async function timed(side: Side, load: Load, round: number): Promise<number> {
  const start = performance.now();
  let next = (round + WARM_UP_ROUNDS) * REQUESTS;
  const end = next + REQUESTS;
  const client = async () => {
    while (next < end) {
      next += 1;
      await load(side, next);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return performance.now() - start;
}
