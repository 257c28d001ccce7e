import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../server/src/bin/embedded-postgres.ts';
import { migrate } from '../../server/src/bin/migrate-database.ts';
import { type Checkout, compare, LOADS } from './against.ts';
import { analysisGoals } from './analysis/goals-analysis.ts';
import { benchBulk } from './bulk.ts';
import { compareWrites } from './change-cost.ts';
import { type Context, openContext } from './context.ts';
import { type CurvePoint, measureReads, SIZES, saveCurve } from './curve.ts';
import { benchEventLoad } from './events/load.ts';
import { benchFeatures } from './features.ts';
import { accessGoal } from './goal-access.ts';
import { eventCostGoal } from './goal-event-cost.ts';
import { exportGoal } from './goal-export.ts';
import { latencyGoals } from './goals-latency.ts';
import { throughputGoals } from './goals-throughput.ts';
import { benchImport, IMPORTED_FORMATS } from './import.ts';
import { comparePeers } from './peers/peers.ts';
import { postmasterPid, startWorkerProcess } from './processes.ts';
import type { Goal } from './ratio.ts';
import { judge, printOutcome, saveResults } from './report.ts';
import { seedBank } from './seed.ts';
import { untilDerived } from './settle.ts';
import { compareProcesses } from './several-processes.ts';
import { soak } from './soak/soak.ts';

const SETTINGS = {
  shared_buffers: '4GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  work_mem: '64MB',
  effective_cache_size: '16GB',
};
const GOALS = [...throughputGoals, exportGoal, accessGoal, ...latencyGoals, eventCostGoal];
/** These goals start their own workers, so no other worker may run at the same time. */
const ANALYSIS_GOALS = new Set(analysisGoals.map(({ id }) => id));
/** Reads come first, because for a second after the writes of 4a and 5 a total also has to read their unfolded deltas. */
const QUICK = ['1', 'access', '2', '3a', '8', '10', 'a-small-text_statistics', '4a', '5'];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '1000000' },
    directory: { type: 'string', default: '.quaestor/bench' },
    seconds: { type: 'string', default: '5' },
    repetitions: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '60' },
    format: { type: 'string', default: 'csv' },
    webhooks: { type: 'string', default: '50' },
    streams: { type: 'string', default: '200' },
    rate: { type: 'string', default: '5000' },
    changed: { type: 'string', default: '100000' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

const [command = '', ...rest] = positionals;
if (command === 'seed') await seed(values.directory, Number(values.count));
else if (command === 'quick') await quick();
else if (command === 'soak') await runSoak();
else if (command === 'curve') await curve();
else if (command === 'import') await importFile();
else if (command === 'event-load') await runEventLoad();
else if (command === 'bulk') await bulk();
else if (command === 'against') await compareCheckouts();
else if (command === 'ab') await compareSettings();
else if (command === 'change-cost' && rest[0] !== undefined)
  await compareWrites(rest[0], Number(values.repetitions), say);
else if (command === 'features') await benchFeatures(rest[0], Number(values.repetitions), say);
else if (command === 'processes') await withBank(values.directory, (context) => compareProcesses(context, say));
else if (command === 'peers') await withBank(values.directory, (context) => comparePeers(context, say));
else if (command === 'analysis' || ANALYSIS_GOALS.has(command)) {
  const chosen = analysisGoals.filter(({ id }) => command === 'analysis' || [command, ...rest].includes(id));
  await measure(chosen, { worker: false });
} else if (command === 'all' || GOALS.some((goal) => goal.id === command)) {
  await measure(command === 'all' ? GOALS : GOALS.filter((goal) => [command, ...rest].includes(goal.id)));
} else usage();

async function seed(directory: string, count: number): Promise<void> {
  const postgres = await startEmbeddedPostgres(directory, SETTINGS);
  await migrate(postgres.url);
  await seedBank(postgres.url, count, say);
  say(`DATABASE_URL=${postgres.url}`);
}

async function importFile(): Promise<void> {
  const format = IMPORTED_FORMATS.find((one) => one === values.format);
  if (format === undefined) return usage();
  await benchImport('.quaestor/bench-import', { count: Number(values.count), format }, say);
}

async function runEventLoad(): Promise<void> {
  const { seconds, rate, webhooks, streams } = values;
  const load = { seconds: Number(seconds), rate: Number(rate), webhooks: Number(webhooks), streams: Number(streams) };
  process.exitCode = (await benchEventLoad('.quaestor/bench-events', load, say)) ? 0 : 1;
}

async function bulk(): Promise<void> {
  const sizes = { count: Number(values.count), changed: Number(values.changed) };
  await benchBulk('.quaestor/bench-bulk', sizes, SETTINGS, say);
}

/** Opens a seeded bank, with a worker running as in production. */
async function withBank(
  directory: string,
  work: (context: Context) => Promise<void>,
  options = { worker: true },
): Promise<void> {
  const postgres = await startEmbeddedPostgres(directory, SETTINGS);
  const context = await openContext({
    databaseUrl: postgres.url,
    postmaster: postmasterPid(directory),
    seconds: Number(values.seconds),
    warmUpSeconds: 10,
    repetitions: Number(values.repetitions),
  });
  const worker = options.worker ? startWorkerProcess(postgres.url) : undefined;
  try {
    if (options.worker) await untilDerived(context.db);
    await work(context);
  } finally {
    await worker?.stop();
    await context.db.end();
  }
}

async function measure(goals: readonly Goal[], options = { worker: true }): Promise<void> {
  const work = async (context: Context) => {
    const outcomes = [];
    for (const goal of goals) {
      const outcome = judge(goal, await goal.run(context), context.count);
      printOutcome(outcome);
      outcomes.push(outcome);
    }
    saveResults({ outcomes }, `${context.count}-rows`);
  };
  await withBank(values.directory, work, options);
}

/**
 * Measures banks of all sizes, and seeds those that are missing. The largest is also the bank on which the goals are
 * measured.
 */
async function curve(): Promise<void> {
  const points: CurvePoint[] = [];
  for (const size of SIZES) {
    const directory = size === SIZES.at(-1) ? values.directory : `${values.directory}-${size}`;
    await seed(directory, size);
    await withBank(directory, async (context) => {
      points.push(...(await measureReads({ ...context, count: size }, say)));
    });
  }
  saveCurve(points);
}

/** Each checkout has its own seeded bank, because their schemas may differ. */
async function compareCheckouts(): Promise<void> {
  const [other, ...ids] = rest;
  if (other === undefined) return usage();
  const open = async (root: string): Promise<Checkout> => {
    const directory = path.join(root, values.directory);
    const { url: databaseUrl } = await startEmbeddedPostgres(directory, SETTINGS);
    const postmaster = postmasterPid(directory);
    const bounds = { seconds: Number(values.seconds), repetitions: Number(values.repetitions), warmUpSeconds: 10 };
    return { root, context: await openContext({ databaseUrl, postmaster, ...bounds }), environment: {} };
  };
  const [before, after] = [await open(path.resolve(other)), await open(process.cwd())];
  const worse = await compare(before, after, ids, say);
  await before.context.db.end();
  await after.context.db.end();
  process.exitCode = worse ? 1 : 0;
}

/** Compares one checkout and bank with and without settings, e.g. `ab NODE_OPTIONS=--max-semi-space-size=32 1 2`. */
async function compareSettings(): Promise<void> {
  const given = rest.filter((word) => word.includes('='));
  if (given.length === 0) return usage();
  const environment = Object.fromEntries(given.map((word) => word.split(/=(.*)/su)));
  const ids = rest.filter((word) => !given.includes(word));
  const root = process.cwd();
  await withBank(
    values.directory,
    async (context) => {
      await compare({ root, context, environment: {} }, { root, context, environment }, ids, say);
    },
    { worker: false },
  );
}

async function runSoak(): Promise<void> {
  const postgres = await startEmbeddedPostgres(values.directory, SETTINGS);
  process.exitCode = (await soak(postgres.url, Number(values.minutes), say)) ? 0 : 1;
}

/**
 * Seeds a small bank, and fails if a ratio misses its floor. This is part of the release check, and needs an otherwise
 * idle machine.
 */
async function quick(): Promise<void> {
  const directory = '.quaestor/bench-quick';
  await rm(directory, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres(directory, { shared_buffers: '512MB' });
  await migrate(postgres.url);
  await seedBank(postgres.url, 100_000, () => {});
  const context = await openContext({
    databaseUrl: postgres.url,
    postmaster: postmasterPid(directory),
    seconds: 3,
    warmUpSeconds: 5,
    repetitions: 3,
  });
  const worker = startWorkerProcess(postgres.url);
  let failed = 0;
  for (const goal of QUICK.flatMap((id) => [...GOALS, ...analysisGoals].filter((candidate) => candidate.id === id))) {
    const { ratio } = judge(goal, await goal.run(context), context.count);
    const met = goal.better === 'higher' ? ratio >= goal.floor : ratio <= goal.floor;
    say(JSON.stringify({ goal: goal.id, name: goal.name, ratio, floor: goal.floor, met }));
    if (!met) failed += 1;
  }
  await worker.stop();
  await context.db.end();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
  process.exitCode = failed > 0 ? 1 : 0;
}

function usage(): void {
  say(`usage: npm run bench -- seed --count 10000000
       npm run bench -- all | <goal…>   ${GOALS.map(({ id }) => id).join(' ')}
       npm run bench -- analysis | <goal…>   ${[...ANALYSIS_GOALS].join(' ')}
       npm run bench -- quick
       npm run bench -- soak --minutes 60
       npm run bench -- peers
       npm run bench -- processes
       npm run bench -- curve
       npm run bench -- import --count 1000000 --format csv|xlsx
       npm run bench -- event-load --seconds 600 --webhooks 50 --streams 200 --rate 5000
       npm run bench -- bulk --count 1000000 --changed 100000
       npm run bench -- against <checkout> [<load…>]   ${Object.keys(LOADS).join(' ')}
       npm run bench -- ab <NAME=value…> [<load…>]
       npm run bench -- change-cost <checkout> --repetitions 100
       npm run bench -- features [<checkout>] --repetitions 40
options: --directory .quaestor/bench  --seconds 5  --repetitions 5`);
  process.exitCode = 2;
}
