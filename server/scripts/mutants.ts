import { globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../test/random.ts';
import { copyWorkingTree } from './mutated-copy.ts';
import { listMutations, type Mutation, markReached } from './mutations.ts';
import { tryPlantedFaults } from './try-planted-faults.ts';

/**
 * `npm run mutants -- --count 300 --seed 1`: plants random small faults in a copy of the tree, one at a time, and
 * checks whether the tests that reach them notice. To find those tests, both rings run once with a mark at each place.
 * Survivors are listed: each is a gap in the tests, or a change without effect. `--list gate` plants the faults of a
 * list instead, or those whose names match `--names REGEX`, and `--at REVISION` plants them in an earlier revision, with
 * its own tests.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const RING_MS = 3_600_000;
const PURE_MS = 300_000;
const DATABASE_MS = 900_000;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    in: { type: 'string', default: 'domain,store,plugins,routes' },
    list: { type: 'string' },
    names: { type: 'string', default: '' },
    at: { type: 'string' },
  },
});

interface Mutant {
  id: number;
  file: string;
  mutation: Mutation;
}

const copy = await copyWorkingTree(ROOT, values.at);
if (values.list !== undefined)
  process.exit((await tryPlantedFaults(copy, values.list, values.at !== undefined, values.names)) === 0 ? 0 : 1);

const mutants = choose();
const reachedBy = await findTests();

const tally = new Map<string, { killed: number; tried: number }>();
const survivors: string[] = [];
for (const [index, mutant] of mutants.entries()) {
  const { file, mutation } = mutant;
  const source = copy.read(file);
  copy.write(file, apply(source, mutation));
  const { killed, tests } = await isNoticed(mutant);
  copy.write(file, source);
  const folder = file.split('/')[2] ?? '';
  const count = tally.get(folder) ?? { killed: 0, tried: 0 };
  tally.set(folder, { killed: count.killed + Number(killed), tried: count.tried + 1 });
  const described = `${inWords(file, source, mutation)} (${tests} test files)`;
  if (!killed) survivors.push(described);
  process.stdout.write(`${index + 1}/${mutants.length} ${killed ? 'killed  ' : 'SURVIVED'} ${described}\n`);
}

process.stdout.write(`\nSurvived:\n${survivors.map((described) => `  ${described}\n`).join('')}\n`);
for (const [folder, { killed, tried }] of tally) process.stdout.write(`${folder}: ${killed} of ${tried} killed\n`);
const killed = mutants.length - survivors.length;
const share = ((100 * killed) / Math.max(1, mutants.length)).toFixed();
process.stdout.write(`${killed} of ${mutants.length} killed (${share}%), seed ${values.seed}\n`);

function choose(): Mutant[] {
  const sources = values.in
    .split(',')
    .flatMap((folder) => globSync(`server/src/${folder}/**/*.ts`, { cwd: copy.root }))
    .filter((file) => !/\.(?:test|fixture|gen)\.ts$/u.test(file))
    .sort();
  const all = sources.flatMap((file) => listMutations(copy.read(file)).map((mutation) => ({ file, mutation })));
  const random = seededRandom(Number(values.seed));
  return Array.from({ length: Math.min(Number(values.count), all.length) }, (_, id) => {
    const [one] = all.splice(Math.floor(random() * all.length), 1);
    return { id, ...(one as (typeof all)[number]) };
  });
}

/** Runs both rings once with a mark at every place, and returns the test files that reached each. */
async function findTests(): Promise<Map<number, string[]>> {
  const byFile = Map.groupBy(mutants, ({ file }) => file);
  const sources = new Map([...byFile.keys()].map((file) => [file, copy.read(file)]));
  for (const [file, inFile] of byFile) {
    const places = inFile.flatMap(({ id, mutation }) =>
      mutation.reach === undefined ? [] : [[id, mutation.reach] as const],
    );
    copy.write(file, markReached(sources.get(file) ?? '', places));
  }
  const folder = path.join(copy.root, '..', 'reached');
  mkdirSync(folder);
  for (const script of ['test:pure', 'test:db'])
    if (!(await copy.passes(['npm', 'run', script], RING_MS, { REACH_DIR: folder })))
      throw new Error(`The tests fail without a planted fault: npm run ${script}.`);
  for (const [file, source] of sources) copy.write(file, source);
  const found = new Map<number, string[]>();
  for (const name of readdirSync(folder)) {
    const { file, ids } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { file: string; ids: number[] };
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), path.relative(copy.root, file)]);
  }
  return found;
}

async function isNoticed({ id, file, mutation }: Mutant): Promise<{ killed: boolean; tests: number }> {
  // A fault at import time is noticed by any test that imports the file.
  if (mutation.reach === undefined) return { killed: !(await passRelated(file)), tests: 0 };
  const tests = reachedBy.get(id) ?? [];
  const [pure, onDatabase] = [tests.filter(isPure), tests.filter((test) => !isPure(test))];
  const killed =
    (pure.length > 0 && !(await passTests('server/vitest.pure.config.ts', ['run', ...pure], PURE_MS))) ||
    (onDatabase.length > 0 && !(await passTests('server/vitest.config.ts', ['run', ...onDatabase], DATABASE_MS)));
  return { killed, tests: tests.length };
}

const isPure = (test: string) => !test.startsWith('server/test/');

async function passRelated(file: string): Promise<boolean> {
  const related = ['related', path.join(copy.root, file)];
  return (
    (await passTests('server/vitest.pure.config.ts', [...related, '--tags-filter=!heavy'], PURE_MS)) &&
    (await passTests('server/vitest.config.ts', [...related, '--exclude', 'test/properties/**'], DATABASE_MS))
  );
}

function passTests(config: string, command: readonly string[], timeoutMs: number): Promise<boolean> {
  const files = command.map((part) => part.replace(/^server\/(?=test\/)/u, ''));
  return copy.passes(
    ['npx', 'vitest', ...files, '--run', '--config', config, '--bail', '1', '--passWithNoTests', '--reporter', 'dot'],
    timeoutMs,
  );
}

function apply(source: string, { start, end, text }: Mutation): string {
  return `${source.slice(0, start)}${text}${source.slice(end)}`;
}

function inWords(file: string, source: string, { start, end, text }: Mutation): string {
  const line = source.slice(0, start).split('\n').length;
  const short = (given: string) => JSON.stringify(given.length > 60 ? `${given.slice(0, 60)}…` : given);
  return `${file}:${line} ${short(source.slice(start, end))} -> ${short(text)}`;
}
