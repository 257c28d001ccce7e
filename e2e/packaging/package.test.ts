/** @module-tag release */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { freePort, temporaryDirectory } from '../support/service.ts';
import { callTool, drawEverything, PLOT_KINDS } from './installed.ts';

/** The packed server, installed into an empty directory, as it would be without the repository. */
const ROOT = path.resolve(import.meta.dirname, '../..');
const MB = 1e6;
const directory = await temporaryDirectory();
afterAll(() => directory.remove());
const home = path.join(directory.path, 'home');
mkdirSync(home);
const command = path.join(home, 'node_modules/.bin/quaestor-server');

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

const packed = JSON.parse(npm(ROOT, 'pack', '--json', '--silent', '-w', 'server', '--pack-destination', home)) as {
  filename: string;
  size: number;
  unpackedSize: number;
  files: { path: string }[];
}[];
const [pack] = packed;
if (pack === undefined) throw new Error('npm pack listed no package');
npm(home, 'install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${pack.filename}`);

/** Removes the tests' settings. */
function run(args: readonly string[], environment: Record<string, string> = {}) {
  const { DATABASE_URL: _url, NODE_COMPILE_CACHE: _cache, ...inherited } = process.env;
  return { args: [...args], options: { cwd: home, env: { ...inherited, ...environment } } };
}

function runToEnd(...args: string[]) {
  const { options } = run(args);
  const { status, stdout, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8', timeout: 60_000 });
  return { status, stdout, stderr };
}

it('contains the programs as JavaScript, the migrations and the demo bank, but no tests', () => {
  const files = pack.files.map((file) => file.path);
  process.stdout.write(
    `the package: ${(pack.size / MB).toFixed(1)} MB packed, ${(pack.unpackedSize / MB).toFixed(1)} MB unpacked, ${files.length} files\n`,
  );
  const migrations = readdirSync(path.join(ROOT, 'server/migrations')).map((file) => `migrations/${file}`);
  expect(files).toEqual(expect.arrayContaining(['dist/LICENSE', 'demo/questions.json', ...migrations]));
  expect(files.filter((file) => /\.ts$|\.test\.|fixture/u.test(file))).toEqual([]);
});

it('lists its roles, and rejects any other', () => {
  const help = runToEnd('--help');
  expect(help).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Usage: quaestor-server <role> \[options\]\n/u),
  });
  const roles = [
    'start',
    'api',
    'worker',
    'migrate',
    'verify',
    'admin-token',
    'admin-link',
    'backup',
    'restore',
    'move-to',
    'healthcheck',
  ];
  expect([...help.stdout.matchAll(/^ {2}(\S+) /gmu)].map(([, role]) => role)).toEqual(roles);
  expect(runToEnd('strt')).toMatchObject({ status: 64, stderr: expect.stringContaining('Unknown role `strt`.') });
  expect(runToEnd('constructor')).toMatchObject({ status: 64 });
  expect(runToEnd()).toMatchObject({ status: 64, stderr: expect.stringContaining('A role is required.') });
});

it('passes the other arguments to the role, whose help shows the command as it was typed', () => {
  const { status, stdout } = runToEnd('start', '--help');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Usage: quaestor-server start \[--demo\]\n/u);
  const [, settings = ''] = /see (\/\S+configuration\.md)\.\n$/u.exec(stdout) ?? [];
  expect(readFileSync(settings, 'utf8')).toContain('`DATABASE_URL`');
  expect(runToEnd('start', '--dmo')).toMatchObject({
    status: 64,
    stderr: 'Unknown option `--dmo`. Usage: quaestor-server start [--demo]\n',
  });
});

it('starts with its own PostgreSQL, serves, analyses and draws, and leaves no trace', async () => {
  const port = String(await freePort());
  const data = path.join(directory.path, 'data');
  const { args, options } = run(['start', '--demo'], { PORT: port, DATA_DIR: data, LOG_LEVEL: 'error', MCP: 'true' });
  const startedAt = performance.now();
  const service = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void service.kill()); // has no effect if it has ended
  let printed = '';
  service.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  while (!printed.includes('Quaestor is running')) {
    if (service.exitCode !== null) throw new Error(`the service ended: ${printed}`);
    await wait(50);
  }
  process.stdout.write(`from start to ready: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  const authorization = `Bearer ${readFileSync(path.join(data, 'admin-token'), 'utf8').trim()}`;
  const ask = (url: string, init: { headers?: Record<string, string> } = {}) =>
    fetch(`http://127.0.0.1:${port}${url}`, { ...init, headers: { authorization, ...init.headers } });
  const page = (await (await ask('/questions?limit=1')).json()) as { pagination: { total: number } };
  expect(page.pagination.total).toBeGreaterThan(200);
  expect((await ask('/docs/static/swagger-ui.css')).status).toBe(200);
  expect(((await (await ask('/openapi.json')).json()) as { info: object }).info).toMatchObject({ version: '0.1.0' });
  expect([...(await drawEverything(ask))].sort()).toEqual(PLOT_KINDS);
  await callTool(ask);
  expect(spawnSync(command, ['healthcheck'], { ...options, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const left = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  expect(left.filter((line) => line.includes(directory.path))).toEqual([]);
  expect(spawnSync(command, ['healthcheck'], { ...options, encoding: 'utf8' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Nothing healthy'),
  });
});

/** The command of the unit, and the line of the crontab in the how-to, with the paths of this machine. */
function nightlyBackups(): [string, string][] {
  const unit = readFileSync(path.join(ROOT, 'deploy/systemd/quaestor-backup.service'), 'utf8');
  const page = readFileSync(path.join(ROOT, 'docs/how-to/back-up.md'), 'utf8');
  const settings = path.join(directory.path, 'quaestor.env');
  const here = (line: string) =>
    line
      .replaceAll('/opt/quaestor/bin', path.dirname(command))
      .replaceAll('/usr/local/bin', path.dirname(process.execPath))
      .replaceAll('/etc/quaestor/quaestor.env', settings)
      .replaceAll(/\/var\/\w+\/quaestor\S*/gu, path.join(directory.path, 'backups'));
  const [, started = ''] = /^ExecStart=(.*)$/mu.exec(unit) ?? [];
  const [, pathOfUnit = ''] = /^Environment=PATH=(.*)$/mu.exec(unit) ?? [];
  const [, pathOfCron = '', line = ''] = /^PATH=(.*)\n\d+ \d+ \* \* \* (.*)$/mu.exec(page) ?? [];
  return [
    [here(pathOfUnit), `set -a; . ${settings}; ${here(started)}`], // as EnvironmentFile does
    [here(pathOfCron), here(line)],
  ];
}

it('backs up every night, by the unit and by the crontab of the documents', { timeout: 300_000 }, async () => {
  const postgres = await startOwnPostgres(path.join(directory.path, 'own'));
  onTestFinished(() => postgres.stop());
  writeFileSync(path.join(directory.path, 'quaestor.env'), `DATABASE_URL=${postgres.url}\n`);
  const backups = () => readdirSync(path.join(directory.path, 'backups')).filter((name) => name.endsWith('Z'));
  for (const [index, [searched, line]] of nightlyBackups().entries()) {
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', line], {
      cwd: '/',
      env: { PATH: searched },
      encoding: 'utf8',
      timeout: 120_000,
    });
    expect({ status, stderr }, line).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/quaestor-\d{8}T\d{6}Z\n\d+ rows/u);
    expect(backups()).toHaveLength(index + 1);
    await wait(1000); // a backup is named after the second it was taken in
  }
});
