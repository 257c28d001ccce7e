import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { BARE_INSERT, bareGet, bareList } from './bare-statements.ts';
import { type Context, sampleIds } from './context.ts';
import { copyLines, QUESTION_COLUMNS } from './copy-rows.ts';
import { bulkLoad, cachedLoad, getLoad, type Load, listLoad, postLoad } from './loads.ts';
import { pgbench, pgbenchFiles } from './pgbench.ts';
import { startApi, startProcess } from './processes.ts';
import { generateQuestions } from './question-generator.ts';
import { type Goal, type Measurement, sandwich } from './ratio.ts';
import { wrk } from './wrk.ts';

const BARE_CLIENTS = 8;

/** Measures a load on the service alternately with a yardstick. */
async function against(context: Context, load: Load, bare: () => Promise<number>): Promise<Measurement> {
  const api = await startApi(context.databaseUrl, load.environment);
  try {
    return await sandwich(context, api.pid, bare, await load.prepare(context, api.origin));
  } finally {
    await api.stop();
  }
}

const list: Goal = {
  id: '1',
  name: 'GET list of 20 ÷ pgbench list',
  better: 'higher',
  floor: 0.3,
  reachable: 0.5,
  moonshot: 0.65,
  run: (context) => {
    const bare = { url: context.databaseUrl, clients: BARE_CLIENTS, seconds: context.seconds };
    return against(context, listLoad, () => pgbench({ ...bare, script: bareList(context.count) }));
  },
};

const get: Goal = {
  id: '2',
  name: 'GET by id ÷ pgbench get',
  better: 'higher',
  floor: 0.25,
  reachable: 0.45,
  moonshot: 0.6,
  run: async (context) => {
    const scripts = (await sampleIds(context, 5000)).filter((_, index) => index % 50 === 0).map(bareGet);
    const bare = { url: context.databaseUrl, clients: BARE_CLIENTS, seconds: context.seconds };
    return against(context, getLoad, () => pgbenchFiles({ ...bare, scripts }));
  },
};

/** Compares replies that read no page from the database with a minimal Fastify service. */
const versusHello = (
  id: string,
  name: string,
  marks: Pick<Goal, 'floor' | 'reachable' | 'moonshot'>,
  conditional: boolean,
): Goal => ({
  id,
  name,
  better: 'higher',
  ...marks,
  run: async (context) => {
    const hello = await startProcess('bench/src/hello.ts', '/', {});
    const load = { url: hello.origin, connections: 32, seconds: context.seconds };
    try {
      return await against(context, cachedLoad(conditional), async () => (await wrk(load)).perSecond);
    } finally {
      await hello.stop();
    }
  },
});

const post = (id: string, connections: number, marks: Pick<Goal, 'floor' | 'reachable' | 'moonshot'>): Goal => ({
  id,
  name: `POST one at ${connections} connections ÷ pgbench insert of 8 clients`,
  better: 'higher',
  ...marks,
  run: (context) => {
    const bare = { url: context.databaseUrl, clients: BARE_CLIENTS, seconds: context.seconds };
    return against(context, postLoad(connections), () => pgbench({ ...bare, script: BARE_INSERT }));
  },
});

const bulk: Goal = {
  id: '5',
  name: 'POST of 1000 ÷ COPY, rows per second',
  better: 'higher',
  floor: 0.45,
  reachable: 0.6,
  moonshot: 0.8,
  run: (context) => against(context, bulkLoad, () => copyRate(context)),
};

/**
 * Measures the rows per second of COPY on one connection, with a thousand rows per transaction that are generated
 * before the clock starts.
 */
async function copyRate(context: Context): Promise<number> {
  const columns = QUESTION_COLUMNS.replace('position, ', '');
  const questions = generateQuestions(Date.now() % 1000);
  const batches = Array.from({ length: 40 }, () =>
    Array.from({ length: 1000 }, () => copyLines(questions.next().value, 0).question.replace(/^\d+\t/u, '')).join(''),
  );
  const client = await context.db.connect();
  const started = performance.now();
  for (const batch of batches)
    await pipeline(Readable.from([batch]), client.query(copyFrom(`copy questions (${columns}) from stdin`)));
  const seconds = (performance.now() - started) / 1000;
  client.release();
  return (batches.length * 1000) / seconds;
}

const counted: Goal = {
  id: '9',
  name: 'single insert with counted blocks ÷ without',
  better: 'higher',
  floor: 0.6,
  reachable: 0.75,
  moonshot: 0.9,
  run: async (context) => {
    const insert = () =>
      pgbench({ url: context.databaseUrl, script: BARE_INSERT, clients: BARE_CLIENTS, seconds: context.seconds });
    const trigger = (state: 'enable' | 'disable') =>
      context.db.query(`alter table questions ${state} trigger questions_count_insert`);
    const without = async () => {
      await trigger('disable');
      const { rows } = await context.db.query<{ last: string }>(
        'select last_value as last from questions_position_seq',
      );
      const rate = await insert();
      // These rows were not counted, so deleting them must not decrease the counts.
      const client = await context.db.connect();
      await client.query('set session_replication_role = replica');
      await client.query(`delete from questions where status = 'ready' and deleted_at is null and position > $1`, [
        rows[0]?.last,
      ]);
      await client.query('set session_replication_role = origin');
      client.release();
      await trigger('enable');
      return rate;
    };
    return sandwich(context, process.pid, without, async () => {
      const perSecond = await insert();
      return { perSecond, requests: perSecond * context.seconds };
    });
  },
};

export const throughputGoals: Goal[] = [
  list,
  get,
  versusHello('3a', '304 by ETag ÷ Fastify hello', { floor: 0.55, reachable: 0.7, moonshot: 0.85 }, true),
  versusHello('3b', 'cached page ÷ Fastify hello', { floor: 0.4, reachable: 0.55, moonshot: 0.75 }, false),
  post('4a', 32, { floor: 0.4, reachable: 0.7, moonshot: 1 }),
  post('4b', 128, { floor: 0.45, reachable: 1, moonshot: 1.4 }),
  bulk,
  counted,
];
