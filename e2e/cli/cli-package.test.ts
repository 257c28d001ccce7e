/** @module-tag release */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../support/service.ts';

/** The packed command line and server, installed into an empty folder as a new user would install them. */
const ROOT = path.resolve(import.meta.dirname, '../..');
const directory = await temporaryDirectory();
afterAll(() => directory.remove());
const home = path.join(directory.path, 'home');
mkdirSync(home);

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

const packs = ['cli', 'server'].map((workspace) => {
  const [pack] = JSON.parse(npm(ROOT, 'pack', '--json', '--silent', '-w', workspace, '--pack-destination', home)) as {
    filename: string;
    size: number;
    files: { path: string }[];
  }[];
  if (pack === undefined) throw new Error('npm pack listed no package');
  return pack;
});
const [cli, server] = packs.map(({ filename }) => `./${filename}`) as [string, string];
const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];

/** The environment without the tests' settings, and with the folder as the user's home. */
const { DATABASE_URL: _database, QUAESTOR_TOKEN: _token, QUAESTOR_URL: _url, PORT: _port, ...inherited } = process.env;
const environment = { ...inherited, QUAESTOR_CONFIG: path.join(directory.path, 'config'), NO_COLOR: '1' };

function run(args: readonly string[], input = '') {
  const ended = spawnSync('npx', ['quaestor', ...args], {
    cwd: home,
    env: environment,
    input,
    encoding: 'utf8',
    timeout: 100_000,
  });
  return { code: ended.status, out: ended.stdout, err: ended.stderr };
}

it('consists of one small package without the service, and says what start needs', () => {
  const files = packs[0]?.files.map((file) => file.path) ?? [];
  expect(files).toEqual(expect.arrayContaining(['README.md', 'dist/LICENSE', 'dist/quaestor.js']));
  expect(files.filter((file) => file.endsWith('.ts'))).toEqual([]);
  expect(packs[0]?.size).toBeLessThan(500_000);
  const alone = path.join(directory.path, 'alone');
  mkdirSync(alone);
  npm(alone, 'install', ...quietly, '--omit=optional', path.join(home, cli));
  const command = path.join(alone, 'node_modules/.bin/quaestor');
  expect(execFileSync(command, ['--version'], { encoding: 'utf8' })).toBe('0.1.0\n');
  const started = spawnSync(command, ['start'], { cwd: alone, env: environment, encoding: 'utf8' });
  expect([started.status, started.stderr]).toEqual([1, expect.stringContaining('npm install @quaestor/server')]);
});

it('starts a service with the demo bank that the next command finds', async () => {
  npm(home, 'install', ...quietly, cli, server);
  const service = spawn('npx', ['quaestor', 'start', '--demo', '--port', '0'], {
    cwd: home,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void service.kill()); // has no effect if it has ended
  let printed = '';
  service.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  while (!printed.includes('Quaestor is running')) {
    if (service.exitCode !== null) throw new Error(`the service ended: ${printed}`);
    await wait(50);
  }
  expect(printed).toContain('Next      quaestor question list');
  const origin = /API {7}(\S+)\/questions/u.exec(printed)?.[1] ?? '';

  const listed = run(['question', 'list', '-n', '2', '--json', 'id']);
  expect([listed.code, (JSON.parse(listed.out) as object[]).length], listed.err).toEqual([0, 2]);
  const token = readFileSync(path.join(home, '.quaestor/admin-token'), 'utf8');
  const login = run(['login', '--url', origin, '--name', 'mine'], token);
  expect([login.code, login.err]).toEqual([0, expect.stringContaining(`Logged in to ${origin}`)]);
  expect(run(['whoami', '--profile', 'mine', '--json', 'kind']).out).toContain('operator');

  const backup = run(['admin', 'backup', 'backups', '--keep', '2']);
  expect([backup.code, backup.out]).toEqual([0, expect.stringMatching(/rows as of/u)]);
  const wrong = run(['admin', 'backup', 'backups', '--kep', '2']);
  expect([wrong.code, wrong.err]).toEqual([64, expect.stringContaining('Usage: quaestor admin backup DIRECTORY')]);
  const taken = run(['start', '--port', new URL(origin).port]);
  expect([taken.code, taken.err]).toEqual([6, expect.stringContaining('--port')]);

  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
  const left = () =>
    execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(home));
  for (let attempts = 0; attempts < 600 && left().length > 0; attempts += 1) await wait(50); // npm exits before its child
  expect(left()).toEqual([]);
});
