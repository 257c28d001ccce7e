import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { BARE_INSERT, bareGet, bareList } from './bare-statements.ts';
import { type Context, draftLines, pageUrls, sampleIds, writeLines } from './context.ts';
import { copyLines, QUESTION_COLUMNS } from './copy-rows.ts';
import { pgbench, pgbenchFiles } from './pgbench.ts';
import { startApi, startProcess } from './processes.ts';
import { generateQuestions } from './question-generator.ts';
import { type Goal, type Measurement, sandwich } from './ratio.ts';
import { wrk } from './wrk.ts';

/** Kept answers would make these too easy: every page is read from the database. */
const NO_CACHE = { RESPONSE_CACHE_MB: '0' };
const BARE_CLIENTS = 8;

async function withApi(
  context: Context,
  environment: Record<string, string>,
  run: (origin: string, pid: number) => Promise<Measurement>,
) {
  const api = await startApi(context.databaseUrl, environment);
  try {
    return await run(api.origin, api.pid);
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
  run: (context) =>
    withApi(context, NO_CACHE, async (origin, pid) => {
      const urls = writeLines(context, 'pages', pageUrls(context));
      const bare = () =>
        pgbench({
          url: context.databaseUrl,
          script: bareList(context.count),
          clients: BARE_CLIENTS,
          seconds: context.seconds,
        });
      return sandwich(context, pid, bare, () =>
        wrk({ url: origin, connections: 32, seconds: context.seconds, script: 'urls', args: [urls] }),
      );
    }),
};

const get: Goal = {
  id: '2',
  name: 'GET by id ÷ pgbench get',
  better: 'higher',
  floor: 0.25,
  reachable: 0.45,
  moonshot: 0.6,
  run: (context) =>
    withApi(context, NO_CACHE, async (origin, pid) => {
      const ids = await sampleIds(context, 5000);
      const urls = writeLines(
        context,
        'gets',
        ids.map((id) => `/questions/${id}`),
      );
      const scripts = ids.filter((_, index) => index % 50 === 0).map(bareGet);
      const bare = () =>
        pgbenchFiles({ url: context.databaseUrl, scripts, clients: BARE_CLIENTS, seconds: context.seconds });
      return sandwich(context, pid, bare, () =>
        wrk({ url: origin, connections: 32, seconds: context.seconds, script: 'urls', args: [urls] }),
      );
    }),
};

/** Answers that need no page from the database, against the least a Fastify service can do. */
const overHello = (
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
    try {
      return await withApi(context, {}, async (origin, pid) => {
        const path = '/questions?category=Science&difficulty=1&limit=20';
        const etag = (await fetch(`${origin}${path}`)).headers.get('etag') ?? '';
        const headers: Record<string, string> = conditional ? { 'if-none-match': etag } : {};
        const load = { connections: 32, seconds: context.seconds }; // one address, so no script slows the load down
        const bare = async () => (await wrk({ ...load, url: hello.origin })).perSecond;
        return sandwich(context, pid, bare, () => wrk({ ...load, url: `${origin}${path}`, headers }));
      });
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
  run: (context) =>
    withApi(context, {}, async (origin, pid) => {
      const bodies = writeLines(context, 'drafts', draftLines(5000, 99));
      const bare = () =>
        pgbench({ url: context.databaseUrl, script: BARE_INSERT, clients: BARE_CLIENTS, seconds: context.seconds });
      return sandwich(context, pid, bare, () =>
        wrk({ url: origin, connections, seconds: context.seconds, script: 'post', args: [bodies] }),
      );
    }),
});

const bulk: Goal = {
  id: '5',
  name: 'POST of 1000 ÷ COPY, rows a second',
  better: 'higher',
  floor: 0.45,
  reachable: 0.6,
  moonshot: 0.8,
  run: (context) =>
    withApi(context, {}, async (origin, pid) => {
      const questions = generateQuestions(5);
      const arrays = Array.from({ length: 20 }, () =>
        JSON.stringify(Array.from({ length: 1000 }, () => questions.next().value)),
      );
      const bodies = writeLines(context, 'arrays', arrays);
      return sandwich(
        context,
        pid,
        () => copyRate(context),
        async () => {
          const { perSecond, requests } = await wrk({
            url: origin,
            connections: 2,
            seconds: context.seconds,
            script: 'post',
            args: [bodies],
          });
          return { perSecond: perSecond * 1000, requests: requests * 1000 };
        },
      );
    }),
};

/** Rows a second by COPY on one connection, a thousand in each transaction, made before the clock starts. */
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
      // Nothing was counted, so nothing is to be counted off when the rows go.
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
  overHello('3a', '304 by ETag ÷ Fastify hello', { floor: 0.55, reachable: 0.7, moonshot: 0.85 }, true),
  overHello('3b', 'kept page ÷ Fastify hello', { floor: 0.4, reachable: 0.55, moonshot: 0.75 }, false),
  post('4a', 32, { floor: 0.4, reachable: 0.7, moonshot: 1 }),
  post('4b', 128, { floor: 0.45, reachable: 1, moonshot: 1.4 }),
  bulk,
  counted,
];
