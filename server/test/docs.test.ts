import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { glob, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoBank, type DemoService, makeDemoBank, startDemoProcess, startDemoService } from './demo-service.ts';
import {
  type CodeBlock,
  listAnchors,
  listCodeBlocks,
  listDifferences,
  listLinks,
  parseAbridgedJson,
  proseOf,
} from './markdown.ts';

/**
 * Executes the documentation. Every `sh` block with curl runs, in the order of its document, against a service that was
 * started for this document; the `json` block below it must show the response. The README's service is started as it
 * describes; the others run in this process on a copy of a database with the demo bank, which takes 0.5 s instead of 5
 * s.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
/**
 * The README starts a service; and events wait for the transactions of all databases, including those of other tests.
 */
const WITH_OWN_POSTGRES = new Set(['README.md', 'docs/how-to/follow-changes.md']);
/** A document takes ten seconds on an otherwise idle machine. */
const DOCUMENT_MS = 300_000;
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
// Documents in server/test are run by tests of their own.
const documents = (await listFiles('**/*.md')).filter((file) => !file.startsWith('server/test/'));
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
const shellBlocks = (file: string) => listCodeBlocks(read(file)).filter((block) => block.language === 'sh');

// Files are named relative to the root or to server/src.
const NAMED_FILE =
  /`((?:server|client|e2e|bench|docs|access|bin|domain|limits|plugins|routes|store|worker)\/[\w./-]+)`/gu;

/** Commands of npm other than our scripts. */
const NPM_ITSELF = new Set(['ci', 'install', 'pack']);

// A reference of docs/reference/security.md: a file and, in quotes, the name of a test in it.
const NAMED_TEST = /`((?:server|e2e)\/[\w./-]+\.test\.ts)` "([^"]+)"/gu;

let bank: Promise<DemoBank> | undefined;
const demoBank = () => (bank ??= makeDemoBank());
afterAll(async () => (await bank)?.drop());

function isRun(block: CodeBlock): boolean {
  return /\bcurl\b/u.test(block.text) && !block.marks.includes('no-run');
}

describe.each(documents.filter((file) => shellBlocks(file).some(isRun)))('%s, executed', (file) => {
  const blocks = shellBlocks(file).filter(isRun);
  let service: DemoService;
  let runs: Map<CodeBlock, BlockRun>;
  let written: string[];

  beforeAll(async () => {
    service = WITH_OWN_POSTGRES.has(file) ? await startDemoProcess() : await startDemoService(await demoBank());
    ({ runs, written } = await runBlocks(blocks, service));
  }, DOCUMENT_MS);
  afterAll(() => service.end());

  it.each(blocks.map((block) => [block.line, block] as const))('line %i responds as shown', (_line, block) => {
    expect(listComplaints(block, runs.get(block), service)).toEqual([]);
  });

  it('leaves only files in a clone that git ignores', () => {
    const { stdout } = spawnSync('git', ['check-ignore', '--no-index', ...written], { cwd: ROOT, encoding: 'utf8' });
    const ignored = new Set(stdout.split('\n'));
    expect(written.filter((name) => !ignored.has(name))).toEqual([]);
  });
});

describe.each(documents)('%s', (file) => {
  const markdown = read(file);

  it('marks every shell block that cannot be run', () => {
    const unknown = shellBlocks(file).filter(
      (block) => !isRun(block) && !block.marks.includes('no-run') && !/\b(?:npm|npx)\b/u.test(block.text),
    );
    expect(unknown.map((block) => `line ${block.line}: ${block.text}`)).toEqual([]);
  });

  it('names npm scripts and programs that exist', () => {
    const text = shellBlocks(file)
      .map((block) => block.text)
      .join('');
    const named = [...text.matchAll(/\bnpm (?:run (?:-\S+ )*)?([\w:-]+)/gu)].map((match) => match[1] ?? '');
    expect(named.filter((name) => !NPM_ITSELF.has(name) && !(name in scripts))).toEqual([]);
    const programs = [...text.matchAll(/\bnode (\S+\.ts)/gu)].map((match) => match[1] ?? '');
    expect(programs.filter((program) => !existsSync(path.join(ROOT, program)))).toEqual([]);
  });

  it('links to existing places', () => {
    const broken = listLinks(markdown).filter(
      (link) => !/^(?:https?|mailto):/u.test(link) && !leadsSomewhere(file, link),
    );
    expect(broken).toEqual([]);
  });

  it('names files that exist', () => {
    const named = [...proseOf(markdown).matchAll(NAMED_FILE)].map((match) => match[1] ?? '');
    const places = [ROOT, path.join(ROOT, 'server/src')];
    expect(named.filter((name) => !places.some((place) => existsSync(path.join(place, name))))).toEqual([]);
  });
});

it.each(await listFiles('{.,*}/package.json'))('docs/dependencies.md has every dependency of %s', (file) => {
  const manifest = JSON.parse(read(file)) as Record<string, Record<string, string> | undefined>;
  const direct = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}),
  );
  const rows = read('docs/dependencies.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const missing = direct.filter(
    ([name, version]) => !rows.some(([, cell = '', shown]) => cell.startsWith(`\`${name}\``) && shown === version),
  );
  expect(missing).toEqual([]);
});

it('keeps the README under 200 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(200);
});

describe('docs/reference/security.md', () => {
  // The first row of a table is its head, the second the line below it.
  const claims = [...read('docs/reference/security.md').matchAll(/(?:^\|.*\n)+/gmu)].flatMap(([table]) =>
    table.trimEnd().split('\n').slice(2),
  );
  const proofs = claims.flatMap((claim) => [...claim.matchAll(NAMED_TEST)]);

  it('claims nothing without a test', () => {
    expect(claims.filter((claim) => claim.match(NAMED_TEST) === null)).toEqual([]);
    expect(claims.length).toBeGreaterThan(0);
  });

  it('names existing tests', () => {
    const missing = proofs.filter(([, file = '', name = '']) => {
      if (!existsSync(path.join(ROOT, file))) return true;
      const source = read(file);
      return ![`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => source.includes(quoted));
    });
    expect(missing.map(([proof]) => proof)).toEqual([]);
  });

  it('names a test with every test file', () => {
    const files = claims.flatMap((claim) => [...claim.matchAll(/\.test\.ts/gu)]);
    expect(files).toHaveLength(proofs.length);
  });
});

describe('the comparison with documented responses', () => {
  const real = { id: '01a1dcb4-4c4a-75f8-b904-7e31f36f1181', tags: ['a', 'b'], total: 3, text: 'Which planet?' };

  it.each([
    [
      'the whole',
      '{"id": "00000000-0000-0000-0000-000000000000", "tags": ["a", "b"], "total": 3, "text": "Which planet?"}',
    ],
    ['further members left out', '{"total": 3, …}'],
    ['further elements left out', '{"tags": ["a", …], …}'],
    ['a value left out', '{"tags": …, "total": …, …}'],
    ['a text cut short', '{"text": "Which …", …}'],
  ])('accepts %s', (_name, shown) => {
    expect(listDifferences(parseAbridgedJson(shown), real)).toEqual([]);
  });

  it.each([
    ['a missing member', '{"gone": …, …}', '$.gone: not in the response'],
    ['a hidden member', '{"id": …, "tags": …, "total": 3}', '$.text: not shown'],
    ['another number', '{"total": 4, …}', '$.total: 3 instead of 4'],
    ['another text', '{"text": "What …", …}', '$.text: "Which planet?" instead of "What …"'],
    ['a shorter list', '{"tags": ["a"], …}', '$.tags: 2 elements instead of 1'],
    ['a longer list', '{"tags": ["a", "b", "c", …], …}', '$.tags: 2 elements instead of 3'],
    ['something other than an id', '{"id": "first", …}', `$.id: "${real.id}" instead of "first"`],
  ])('reports %s', (_name, shown, difference) => {
    expect(listDifferences(parseAbridgedJson(shown), real)).toEqual([difference]);
  });
});

/** Files of the repository, without installed and generated ones. */
async function listFiles(pattern: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, {
    cwd: ROOT,
    exclude: ['**/node_modules', '**/dist', '.quaestor', 'coverage'],
  })) {
    files.push(file);
  }
  return files.sort();
}

function leadsSomewhere(file: string, link: string): boolean {
  const [target = '', anchor] = link.split('#');
  const place = target === '' ? file : path.join(path.dirname(file), target);
  if (!existsSync(path.join(ROOT, place))) return false;
  return anchor === undefined || listAnchors(read(place)).includes(anchor);
}

interface BlockRun {
  exitCode: number;
  output: string;
  errors: string;
  /** The status of every response that curl received, in order. */
  statuses: readonly string[];
}

/** All differences between a run and its block. */
function listComplaints(block: CodeBlock, run: BlockRun | undefined, service: DemoService): string[] {
  if (run === undefined) return ['it was not reached: a block before it failed'];
  const { exitCode, errors, output, statuses } = run;
  if (exitCode !== 0) return [`exit ${exitCode}: ${errors}`];
  const wanted = block.marks.find((mark) => mark.startsWith('status='))?.slice('status='.length);
  const rejected = (wanted === undefined ? statuses : statuses.slice(0, -1)).filter(
    (status) => !status.startsWith('2'),
  );
  if (rejected.length > 0) return [`got ${rejected.join(', ')}: ${output}`];
  if (wanted !== undefined && statuses.at(-1) !== wanted) return [`got ${statuses.at(-1)}, not ${wanted}`];
  if (block.next?.language !== 'json') return [];
  const shown = parseAbridgedJson(service.translate(block.next.text));
  return listDifferences(shown, JSON.parse(output));
}

interface Runs {
  runs: Map<CodeBlock, BlockRun>;
  /** The files and directories that the blocks created. */
  written: string[];
}

/** Runs all blocks in one shell, so that each can use the variables of those before it, up to the first failure. */
async function runBlocks(blocks: readonly CodeBlock[], service: DemoService): Promise<Runs> {
  const directory = await mkdtemp(path.join(tmpdir(), 'quaestor-blocks-'));
  const steps = blocks.map(
    (block, index) =>
      `block=${index}\n{\n${service.translate(block.text)}} >${index}.out 2>${index}.err\necho 0 >${index}.exit\n`,
  );
  await writeFile(
    path.join(directory, 'blocks.sh'),
    `set -eu
trap 'code=$?; [ -e $block.exit ] || echo $code >$block.exit' EXIT
curl() { command curl "$@" --max-time 120 --write-out '%{stderr}status %{http_code}\\n'; }
${steps.join('')}`,
  );
  await promisify(execFile)('sh', ['blocks.sh'], { cwd: directory }).catch(() => {}); // the exit codes report failures
  const runs = new Map<CodeBlock, BlockRun>();
  for (const [index, block] of blocks.entries()) {
    const file = (extension: string) => path.join(directory, `${index}.${extension}`);
    if (!existsSync(file('exit'))) break;
    const errors = await readFile(file('err'), 'utf8');
    runs.set(block, {
      exitCode: Number(await readFile(file('exit'), 'utf8')),
      output: await readFile(file('out'), 'utf8'),
      errors,
      statuses: [...errors.matchAll(/^status (\d+)$/gmu)].map((match) => match[1] ?? ''),
    });
  }
  const written = (await readdir(directory)).filter((name) => !/^(?:blocks\.sh|\d+\.(?:exit|err|out))$/u.test(name));
  await rm(directory, { recursive: true, force: true });
  return { runs, written };
}
