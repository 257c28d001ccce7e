import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/bin/embedded-postgres.ts';
import { migrate } from '../../server/src/bin/migrate-database.ts';
import { cloneDatabase } from './clone-database.ts';
import { type Started, startApi, startWorkerProcess } from './processes.ts';
import { percentile, readTimes } from './reader.ts';
import { seedBank } from './seed.ts';

interface ChangeBody {
  id: string;
  status: string;
  progress: { completed: number; total: number };
}

const IDLE_READS = 500;
const TARGET = 'Geography';

/**
 * Compares a bulk change of `changed` questions with an UPDATE of the same rows, with the same triggers, in a different
 * database.
 */
export async function benchBulk(
  directory: string,
  { count, changed }: { count: number; changed: number },
  settings: Readonly<Record<string, string>>,
  say: (line: string) => void,
): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres(directory, settings);
  try {
    await migrate(postgres.url);
    await seedBank(postgres.url, count, say);
    await tagRows(postgres.url, changed);
    const bareUrl = await cloneDatabase(postgres.url, 'bench_update');
    const bareSeconds = await measureUpdate(bareUrl, changed);
    const { seconds, ...rest } = await measureBulk(postgres.url, changed);
    const [bare, ours] = [changed / bareSeconds, changed / seconds];
    const ratio = Number((ours / bare).toPrecision(3));
    const rates = { update_per_s: Math.round(bare), bulk_per_s: Math.round(ours), ratio };
    say(JSON.stringify({ goal: 'bulk', count, changed, ...rates, ...rest }));
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Marks the questions that the filter will select. They are spread evenly over the bank, and none of them is in the
 * target category.
 */
async function tagRows(url: string, changed: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `update questions set license = 'bench', language = 'la'
      where position in (select position from questions
                          where category_id <> (select id from categories where name = $2) and status = 'ready'
                          order by hashint8extended(position, 1) limit $1)`,
    [changed, TARGET],
  );
  // The stored JSON has to match the columns.
  await client.query(
    `update questions set body = replace(replace(body, '"language":"en"', '"language":"la"'), '"license":null', '"license":"bench"')
      where language = 'la'`,
  );
  await client.query('vacuum (analyze) questions');
  await client.end();
}

async function measureUpdate(url: string, changed: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const started = performance.now();
  const { rowCount } = await client.query(
    `update questions set category_id = (select id from categories where name = $1) where language = 'la' and deleted_at is null`,
    [TARGET],
  );
  const seconds = (performance.now() - started) / 1000;
  await client.end();
  if (rowCount !== changed) throw new Error(`${rowCount} rows were updated`);
  return seconds;
}

async function measureBulk(url: string, changed: number) {
  const api = await startApi(url);
  const worker = startWorkerProcess(url);
  try {
    const idle = await readTimes(api, IDLE_READS, () => false);
    const started = performance.now();
    const { id } = await bulk(api, { set: { category: TARGET } }, changed);
    const accepted = performance.now();
    let isOver = false;
    const concurrent = readTimes(api, Number.POSITIVE_INFINITY, () => isOver);
    const ended = await until(api, id, hasEnded);
    const seconds = (performance.now() - started) / 1000;
    isOver = true;
    if (ended.status !== 'succeeded') throw new Error(`not changed: ${JSON.stringify(ended)}`);
    const p99Concurrent = percentile(await concurrent, 0.99);
    return {
      seconds,
      named_s: Number(((accepted - started) / 1000).toFixed(2)),
      p99_idle_ms: percentile(idle, 0.99),
      p99_beside_ms: p99Concurrent,
      ...(await measureCancel(api, changed)),
    };
  } finally {
    await worker.stop();
    await api.stop();
  }
}

/** Cancels a change after a third, and measures how long the request takes and whether anything changes afterwards. */
async function measureCancel(api: Started, changed: number) {
  const { id } = await bulk(api, { add_tags: ['bench'] }, changed);
  await until(api, id, ({ progress, status }) => progress.completed > changed / 3 || hasEnded({ status }));
  const started = performance.now();
  const reply = await fetch(`${api.origin}/changes/${id}/cancel`, { method: 'POST' });
  const { progress } = (await reply.json()) as ChangeBody;
  const seconds = (performance.now() - started) / 1000;
  await wait(1000);
  const later = await until(api, id, hasEnded);
  const stayed = later.progress.completed === progress.completed;
  return { cancel_s: Number(seconds.toFixed(2)), canceled_at: progress.completed, stayed };
}

async function bulk(api: Started, work: object, expected_count: number): Promise<ChangeBody> {
  const reply = await fetch(`${api.origin}/questions/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filter: { language: 'la' }, expected_count, ...work }),
  });
  if (reply.status !== 202) throw new Error(await reply.text());
  return (await reply.json()) as ChangeBody;
}

const hasEnded = ({ status }: Pick<ChangeBody, 'status'>) => status !== 'queued' && status !== 'running';

async function until(api: Started, id: string, isOver: (change: ChangeBody) => boolean): Promise<ChangeBody> {
  for (;;) {
    const body = (await (await fetch(`${api.origin}/changes/${id}`)).json()) as ChangeBody;
    if (isOver(body)) return body;
    await wait(50);
  }
}
