import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../../server/src/bin/embedded-postgres.ts';
import { migrate } from '../../../server/src/bin/migrate-database.ts';
import { createKey } from '../guarded.ts';
import { peakMegabytes } from '../memory.ts';
import { OPERATOR_TOKEN, postmasterPid, startApi, startWorkerProcess } from '../processes.ts';
import { saveResults } from '../report.ts';
import { seedBank } from '../seed.ts';
import { type Experience, watchBystanders } from './bystanders.ts';
import { CALLER_KINDS, createCaller } from './callers.ts';
import type { Installation } from './cost.ts';
import { fillBank } from './hostile-bank.ts';
import { LEADS } from './leads.ts';
import { Probe } from './probe.ts';
import { writeRequest } from './recipe.ts';
import { describe, type Found, searchWorst } from './search.ts';
import { startSiege } from './siege.ts';
import type { Known } from './values.ts';

/**
 * `npm run worst` searches for the requests that cost the service most. Then 1 and 20 principals send them at the full
 * rate that their points allow, while `--others` ordinary callers (1 by default) share 40 requests per second. It fails
 * if the service exceeds a bound for them. `--leads` skips the search and sends the requests of `leads.ts` instead.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rows: { type: 'string', default: '100000' },
    principals: { type: 'string', default: '1,20' },
    others: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    leads: { type: 'boolean', default: false },
  },
});
/** Upper bounds for ordinary callers during an attack. */
const BOUNDS = { p99Ms: 250, healthP99Ms: 100, failed: 0, megabytes: 1024 };
const PRINCIPALS = values.principals.split(',').map(Number);
/** The default rate at which a principal regains points. */
const POINTS_PER_SECOND = 100;
const SHOTS = 12;
const FILLER_SCOPES = ['questions:read', 'questions:write', 'analysis:read', 'analysis:run'];
/** The search runs without effective limits, because it measures what a request costs, not whether it is allowed. */
const SEARCHING = {
  ANONYMOUS_SCOPES: '',
  RATE_LIMIT: 'true',
  LIMIT_POINTS: '1000000000',
  LIMIT_POINTS_ANONYMOUS: '1000000000',
  LIMIT_SECONDS: '86400',
  LOGIN_FAILURES: '1000000',
  LOGIN_FAILURES_ADDRESS: '1000000',
  ANALYSES_UNFINISHED: '100',
  OVERLOAD_DELAY_MS: '0',
};
const PRODUCTION = { ANONYMOUS_SCOPES: '', RATE_LIMIT: 'true' };

const say = (line: string) => process.stdout.write(`${line}\n`);
const minutes = Number(values.minutes);
const searchSeconds = minutes * 60 * 0.6;
const siegeSeconds = (minutes * 60 * 0.4) / PRINCIPALS.length;

const directory = '.quaestor/worst';
await rm(directory, { recursive: true, force: true });
const postgres = await startEmbeddedPostgres(directory, { shared_buffers: '512MB' });
await migrate(postgres.url);
await seedBank(postgres.url, Number(values.rows), () => {});
const worker = startWorkerProcess(postgres.url);
say(`seed ${values.seed}, ${values.rows} questions, ${minutes} minutes`);
const { known, found: all, tried } = await search(values.leads ? 0 : searchSeconds);
/** Callers that manage tokens are operators of the service, so they do not count as attackers. */
const found = all.filter(({ recipe }) => recipe.caller !== 'manager');
say(`\n${tried} requests tried. Highest cost per point:`);
for (const one of found.filter(({ cost }) => cost.points > 0).slice(0, SHOTS)) say(describe(one));
say('\nHighest cost without points:');
for (const one of found.filter(({ cost }) => cost.points <= 0).slice(0, 5)) say(describe(one));
const longest = found.toSorted((left, right) => right.cost.blockedMs - left.cost.blockedMs);
say('\nLongest event loop delays:');
for (const one of longest.slice(0, 5)) say(describe(one));
const experiences = [];
for (const principals of PRINCIPALS) experiences.push(await besiege(principals, known, found));
await worker.stop();
await postgres.stop();
await rm(directory, { recursive: true, force: true });
saveResults({ seed: values.seed, minutes, tried, worst: found.slice(0, SHOTS).map(describe), experiences }, 'worst');
process.exitCode = experiences.every(({ broken }) => broken.length === 0) ? 0 : 1;

async function search(seconds: number): Promise<{ known: Known; found: Found[]; tried: number }> {
  const api = await startApi(postgres.url, SEARCHING);
  const known = await fillBank(api.origin, await createKey(api.origin, FILLER_SCOPES), say);
  const tokens = Object.fromEntries(
    await Promise.all(CALLER_KINDS.map(async (kind) => [kind, await createCaller(api.origin, kind, OPERATOR_TOKEN)])),
  ) as Installation['tokens'];
  const probe = new Probe(api.origin);
  const processes = [api.pid, worker.pid, postmasterPid(directory)];
  const outcome = await searchWorst(
    { origin: api.origin, processes, tokens, known, probe },
    seconds,
    Number(values.seed),
    say,
  );
  await probe.stop();
  say(`peak memory: API ${peakMegabytes(api.pid)} MiB, worker ${peakMegabytes(worker.pid)} MiB`);
  await api.stop();
  return { known, ...outcome };
}

/** The worst request of each operation, so that an attack varies. At most half of them cost no points. */
function shotsOf(found: readonly Found[], known: Known) {
  const seen = new Set<string>();
  const worst = found.filter(({ recipe: { caller, operation }, cost }) => {
    const kind = `${operation.id} ${cost.points > 0 ? 'for points' : 'for nothing'}`;
    if (caller !== 'editor' || seen.has(kind)) return false;
    return seen.add(kind);
  });
  const free = worst.filter(({ cost }) => cost.points <= 0).slice(0, SHOTS / 2);
  const paid = worst.filter(({ cost }) => cost.points > 0).slice(0, SHOTS - free.length);
  return [...paid, ...free].map(({ recipe, cost }) => ({ request: writeRequest(recipe, known), points: cost.points }));
}

async function besiege(principals: number, known: Known, found: readonly Found[]) {
  const api = await startApi(postgres.url, PRODUCTION);
  const tokens = await Promise.all(
    Array.from({ length: principals }, () => createCaller(api.origin, 'editor', OPERATOR_TOKEN)),
  );
  const bystanders = await Promise.all(
    Array.from({ length: Number(values.others) }, () => createKey(api.origin, FILLER_SCOPES)),
  );
  const shots = values.leads ? LEADS : shotsOf(found, known);
  const siege = startSiege({
    origin: api.origin,
    tokens: tokens.filter((token) => token !== undefined),
    shots,
    pointsPerSecond: POINTS_PER_SECOND,
  });
  const experience = await watchBystanders({
    origin: api.origin,
    tokens: bystanders,
    ids: known.untouched,
    seconds: siegeSeconds,
  });
  await siege.stop();
  const megabytes = peakMegabytes(api.pid);
  await api.stop();
  const broken = brokenBounds({ ...experience, megabytes });
  say(
    `\n${principals} attackers: ${JSON.stringify({ ...experience, megabytes })}${broken.length === 0 ? '' : `  BROKEN: ${broken.join(', ')}`}`,
  );
  return { principals, ...experience, megabytes, broken };
}

function brokenBounds(
  measured: Pick<Experience, 'p99Ms' | 'healthP99Ms' | 'failed'> & { megabytes: number },
): string[] {
  return Object.entries(BOUNDS)
    .filter(([name, bound]) => measured[name as keyof typeof BOUNDS] > bound)
    .map(([name, bound]) => `${name} ${Math.round(measured[name as keyof typeof BOUNDS])} > ${bound}`);
}
