import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../test/random.ts';
import { listMutations, type Mutation } from './mutations.ts';

/**
 * `npm run mutants -- --count 300 --seed 1`: random small faults in a copy of the tree, one at a time, and whether the
 * tests of the file notice. Domain, plugins and analyses are tried by the pure tests that import them; store and routes by
 * the tests of the endpoints, too. What survives is listed: a hole, or a change that means nothing.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const PURE_MS = 180_000;
const DATABASE_MS = 600_000;
/** Of a part of the store that everything uses. */
const MAX_TEST_FILES = 10;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    in: { type: 'string', default: 'domain,store,plugins,routes' },
  },
});
const folders = values.in.split(',');

const place = await mkdtemp(path.join(tmpdir(), 'quaestor-mutants-'));
const copy = path.join(place, 'project');
process.once('SIGINT', () => process.exit(130));
process.once('exit', () => execFileSync('rm', ['-rf', place]));
await copyTree();

if (!(await passes('server/vitest.pure.config.ts', ['run', '--tags-filter=!heavy'], DATABASE_MS)))
  throw new Error('The pure tests fail without any fault of ours: npm run test:pure.');

const sources = folders
  .flatMap((folder) => globSync(`server/src/${folder}/**/*.ts`, { cwd: copy }))
  .filter((file) => !/\.(?:test|fixture|gen)\.ts$/u.test(file))
  .sort();
const all = sources.flatMap((file) =>
  listMutations(readFileSync(path.join(copy, file), 'utf8')).map((mutation) => ({ file, mutation })),
);
const random = seededRandom(Number(values.seed));
const chosen = Array.from({ length: Math.min(Number(values.count), all.length) }, () => {
  const [one] = all.splice(Math.floor(random() * all.length), 1);
  return one as (typeof all)[number];
});

const tally = new Map<string, { killed: number; tried: number }>();
const survivors: string[] = [];
for (const [index, { file, mutation }] of chosen.entries()) {
  const source = readFileSync(path.join(copy, file), 'utf8');
  writeFileSync(path.join(copy, file), apply(source, mutation));
  const killed = await isNoticed(file);
  writeFileSync(path.join(copy, file), source);
  const folder = file.split('/')[2] ?? '';
  const count = tally.get(folder) ?? { killed: 0, tried: 0 };
  tally.set(folder, { killed: count.killed + Number(killed), tried: count.tried + 1 });
  const told = inWords(file, source, mutation);
  if (!killed) survivors.push(told);
  process.stdout.write(`${index + 1}/${chosen.length} ${killed ? 'killed  ' : 'SURVIVED'} ${told}\n`);
}

process.stdout.write(`\nSurvived:\n${survivors.map((told) => `  ${told}\n`).join('')}\n`);
for (const [folder, { killed, tried }] of tally) process.stdout.write(`${folder}: ${killed} of ${tried} killed\n`);
const killed = chosen.length - survivors.length;
const share = ((100 * killed) / Math.max(1, chosen.length)).toFixed();
process.stdout.write(`${killed} of ${chosen.length} killed (${share} %), seed ${values.seed}\n`);

/** The files of the working tree with what is installed beside them, and the shared data where they are expected. */
async function copyTree(): Promise<void> {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of files.trim().split('\n'))
    if (existsSync(path.join(ROOT, file))) await cp(path.join(ROOT, file), path.join(copy, file));
  for (const installed of globSync('{.,server,client,e2e,bench}/node_modules', { cwd: ROOT }))
    symlinkSync(path.join(ROOT, installed), path.join(copy, installed));
  const shared = path.join(ROOT, '..', 'shared');
  if (existsSync(shared)) symlinkSync(shared, path.join(place, 'shared'));
}

async function isNoticed(file: string): Promise<boolean> {
  if (
    !(await passes('server/vitest.pure.config.ts', ['related', path.join(copy, file), '--tags-filter=!heavy'], PURE_MS))
  )
    return true;
  const tests = endpointTests(file);
  return tests.length > 0 && !(await passes('server/vitest.config.ts', ['run', ...tests], DATABASE_MS));
}

/** Whether the tests pass; those that do not end in time have noticed something. */
function passes(config: string, command: readonly string[], timeout: number): Promise<boolean> {
  const options = ['--run', '--config', config, '--bail', '1', '--passWithNoTests', '--reporter', 'dot'];
  const child = spawn('npx', ['vitest', ...command, ...options], { cwd: copy, stdio: 'ignore', timeout });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}

/** The tests of the endpoints and jobs that use a file of store or routes, those with its name first. */
function endpointTests(file: string): string[] {
  const [, , folder = ''] = file.split('/');
  if (folder !== 'store' && folder !== 'routes') return [];
  const name = path.basename(file, '.ts');
  const users = [file, ...usersOf(file)];
  const patterns = [
    `server/test/**/*${name}*.test.ts`,
    ...users.flatMap((user) => {
      const [area, resource = '', verb = ''] = user
        .replace(/^server\/src\//u, '')
        .replace(/\.ts$/u, '')
        .split('/');
      if (area === 'routes')
        return [`server/test/http/${resource}/${verb}*.test.ts`, `server/test/http/${resource}/*.test.ts`];
      return area === 'worker' ? [`server/test/worker/${resource}*.test.ts`] : [];
    }),
  ];
  const found = patterns.flatMap((pattern) => globSync(pattern, { cwd: copy }).sort());
  return [...new Set(found)].slice(0, MAX_TEST_FILES).map((test) => path.relative('server', test));
}

function usersOf(file: string): string[] {
  const name = `/${path.basename(file)}'`;
  return globSync('server/src/{routes,worker}/**/*.ts', { cwd: copy })
    .filter((user) => !user.endsWith('.test.ts') && readFileSync(path.join(copy, user), 'utf8').includes(name))
    .sort();
}

function apply(source: string, { start, end, text }: Mutation): string {
  return `${source.slice(0, start)}${text}${source.slice(end)}`;
}

function inWords(file: string, source: string, { start, end, text }: Mutation): string {
  const line = source.slice(0, start).split('\n').length;
  const short = (given: string) => JSON.stringify(given.length > 60 ? `${given.slice(0, 60)}…` : given);
  return `${file}:${line} ${short(source.slice(start, end))} -> ${short(text)}`;
}
