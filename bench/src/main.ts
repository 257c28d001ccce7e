import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../server/src/bin/embedded-postgres.ts';
import { migrate } from '../../server/src/store/migrations.ts';
import { openContext } from './context.ts';
import { latencyGoals } from './goals-latency.ts';
import { throughputGoals } from './goals-throughput.ts';
import { postmasterPid, startWorkerProcess } from './processes.ts';
import type { Goal } from './ratio.ts';
import { judge, keepResults, printOutcome } from './report.ts';
import { seedBank } from './seed.ts';
import { soak } from './soak.ts';

const SETTINGS = {
  shared_buffers: '4GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  work_mem: '64MB',
  effective_cache_size: '16GB',
};
const GOALS = [...throughputGoals, ...latencyGoals];
const QUICK = ['1', '2', '3a', '4a', '5', '8', '10'];
/** The gate of CI: a regression shows, a noisy neighbour does not. */
const QUICK_LENIENCE = 0.6;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '1000000' },
    directory: { type: 'string', default: '.quaestor/bench' },
    seconds: { type: 'string', default: '5' },
    repetitions: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '60' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

const [command = '', ...rest] = positionals;
if (command === 'seed') await seed(values.directory, Number(values.count));
else if (command === 'quick') await quick();
else if (command === 'soak') await runSoak();
else if (command === 'all' || GOALS.some((goal) => goal.id === command)) {
  await measure(command === 'all' ? GOALS : GOALS.filter((goal) => [command, ...rest].includes(goal.id)));
} else usage();

async function seed(directory: string, count: number): Promise<void> {
  const postgres = await startEmbeddedPostgres(directory, SETTINGS);
  await migrate(postgres.url);
  await seedBank(postgres.url, count, say);
  say(`DATABASE_URL=${postgres.url}`);
}

async function measure(goals: readonly Goal[]): Promise<void> {
  const postgres = await startEmbeddedPostgres(values.directory, SETTINGS);
  const context = await openContext({
    databaseUrl: postgres.url,
    postmaster: postmasterPid(values.directory),
    seconds: Number(values.seconds),
    repetitions: Number(values.repetitions),
  });
  const worker = startWorkerProcess(postgres.url);
  const outcomes = [];
  for (const goal of goals) {
    const outcome = judge(goal, await goal.run(context), context.count);
    printOutcome(outcome);
    outcomes.push(outcome);
  }
  await worker.stop();
  await context.db.end();
  keepResults(outcomes, `${context.count}-rows`);
}

async function runSoak(): Promise<void> {
  const postgres = await startEmbeddedPostgres(values.directory, SETTINGS);
  process.exitCode = (await soak(postgres.url, Number(values.minutes), say)) ? 0 : 1;
}

/** A small bank of its own, one short repetition each; fails when a ratio falls well below its floor. */
async function quick(): Promise<void> {
  const directory = '.quaestor/bench-quick';
  await rm(directory, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres(directory, { shared_buffers: '512MB' });
  await migrate(postgres.url);
  await seedBank(postgres.url, 100_000, () => {});
  const context = await openContext({
    databaseUrl: postgres.url,
    postmaster: postmasterPid(directory),
    seconds: 1,
    repetitions: 1,
  });
  const worker = startWorkerProcess(postgres.url);
  let failed = 0;
  for (const goal of GOALS.filter(({ id }) => QUICK.includes(id))) {
    const { ratio } = judge(goal, await goal.run(context), context.count);
    const floor = goal.better === 'higher' ? goal.floor * QUICK_LENIENCE : goal.floor / QUICK_LENIENCE;
    const met = goal.better === 'higher' ? ratio >= floor : ratio <= floor;
    say(JSON.stringify({ goal: goal.id, name: goal.name, ratio, floor, met }));
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
       npm run bench -- quick
       npm run bench -- soak --minutes 60
options: --directory .quaestor/bench  --seconds 5  --repetitions 5`);
  process.exitCode = 2;
}
