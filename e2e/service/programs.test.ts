import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort, runProgram, startProgram, startService, temporaryDirectory } from '../support/service.ts';
import { newDatabase } from '../support/shared-postgres.ts';

const directory = await temporaryDirectory();
const url = await newDatabase();
afterAll(() => directory.remove());
const own = { DATA_DIR: `${directory.path}/data`, DATABASE_URL: url };

async function query(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** Waits until the program has printed this. */
async function printed(program: ReturnType<typeof startProgram>, text: string): Promise<void> {
  while (!program.output().includes(text)) {
    if (program.process.exitCode !== null) throw new Error(`the program ended: ${program.output()}`);
    await wait(20);
  }
}

const PROGRAMS = [
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
] as const;

describe.concurrent('the command line', () => {
  it.each(PROGRAMS)('%s --help explains the program without running it', async (program) => {
    const { code, output } = await runProgram(program, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, [
      '--help',
    ]);
    expect(code).toBe(0);
    expect(output).toMatch(new RegExp(`^Usage: npm (?:run )?${program}\\b`, 'u'));
    expect(output).toContain('docs/reference/configuration.md');
  });

  // The gate covers this with one program, in start.test.ts. A program that shows its help also reads options.
  it.each(PROGRAMS)('%s names an unknown option and lists its options', { tags: ['release'] }, async (program) => {
    const { code, output } = await runProgram(program, {}, ['--dmo']);
    expect([code, output]).toEqual([64, expect.stringMatching(/^Unknown option `--dmo`\. Usage: npm /u)]);
  });

  it('does not mistake an argument for an option', async () => {
    const { code, output } = await runProgram('start', {}, ['--demo', 'yes']);
    expect([code, output]).toEqual([64, 'Unknown argument `yes`. Usage: npm start [-- --demo]\n']);
  });

  it.each([
    ['backup', [], '`DIRECTORY` is missing. Usage: npm run backup -- DIRECTORY [--keep N]\n'],
    ['backup', ['here', '--keep'], '`--keep` needs a value. Usage: npm run backup -- DIRECTORY [--keep N]\n'],
    ['backup', ['here', '--keep', 'all'], '`--keep` must be a number from 1 to 9999.\n'],
    ['restore', ['here', 'there'], 'Unknown argument `there`. Usage: npm run restore -- BACKUP\n'],
    ['move-to', ['db.example'], 'TARGET_URL must be a URL such as postgres://user:password@host:5432/database.\n'],
  ] as const)('%s %j reports what is missing or wrong', async (program, args, message) => {
    const { code, output } = await runProgram(program, {}, args);
    expect([code, output]).toEqual([64, message]);
  });
});

describe('a database that is unavailable at startup', () => {
  it('makes a program wait up to a limit, with one log line', async () => {
    const port = await freePort();
    const { code, output } = await runProgram('api', {
      DATABASE_URL: `postgres://somebody:secret@127.0.0.1:${port}/bank`,
      DATABASE_WAIT_MS: '2500',
    });
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([
      expect.stringMatching(`^Waiting up to 2.5 s for the database at 127.0.0.1:${port}: .*ECONNREFUSED`),
      expect.stringMatching(`^The database at 127.0.0.1:${port} cannot be reached: .*ECONNREFUSED.*Waited 2.5 s.$`),
    ]);
  });

  it('can be used as soon as it is available', async () => {
    const { port, hostname } = new URL(url);
    const away = await freePort();
    const starting = startProgram({ ...own, DATABASE_URL: url.replace(port, String(away)) }, [], 'migrate');
    await printed(starting, 'Waiting up to 60 s');
    const line = await forward(away, { host: hostname, port: Number(port) });
    const [code] = (await once(starting.process, 'close')) as [number | null];
    line.close();
    expect([code, starting.output()]).toEqual([0, expect.stringContaining('The schema is current.')]);
  });

  it('does not keep a program from stopping', async () => {
    const starting = startProgram({ DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/bank` }, [], 'worker');
    await printed(starting, 'Waiting up to 60 s');
    starting.process.kill('SIGTERM');
    const [code] = (await once(starting.process, 'close')) as [number | null];
    expect(code).toBe(0);
  });
});

/** A proxy that forwards connections. */
async function forward(port: number, target: { host: string; port: number }): Promise<Server> {
  const server = createServer((socket) => {
    const other = connect(target);
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy());
    }
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe("the operator's token", () => {
  it('appears in its file, not in a printed log', async () => {
    const empty = { ...own, DATABASE_URL: await newDatabase(), BOOTSTRAP_TOKEN: '' };
    await query(empty.DATABASE_URL, 'delete from tokens');
    const service = await startService(empty, [], 'api');
    await printed(service, `${own.DATA_DIR}/admin-token`);
    const token = (await readFile(`${own.DATA_DIR}/admin-token`, 'utf8')).trim();
    expect(service.output()).not.toContain(token);
    expect((await service.fetch('/tokens/current', { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      200,
    );
    expect(await service.end()).toBe(0);
  });

  it('appears on a terminal', async () => {
    const place = `${directory.path}/terminal`;
    const command = `DATA_DIR=${place} PORT=${await freePort()} node server/src/bin/start.ts`;
    const { BOOTSTRAP_TOKEN: _token, DATABASE_URL: _url, ...inherited } = process.env;
    const shell = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: path.resolve(import.meta.dirname, '../..'),
      env: inherited,
    });
    let shown = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
    });
    while (!shown.includes('Stop ')) await once(shell.stdout, 'data');
    expect(shown).toContain((await readFile(`${place}/admin-token`, 'utf8')).trim());
    execFileSync('pkill', ['-TERM', '-f', `bin/start.ts`, '--parent', String(shell.pid)]);
    await once(shell, 'close');
  });
});

describe('stopping behind a proxy', () => {
  /** Starts a service with this delay and the shortest stop timeout, and sends it the signal to stop. */
  async function stopWithin(delayMs: number) {
    const service = await startService({ ...own, STOP_DELAY_MS: String(delayMs), STOP_TIMEOUT_MS: '500' }, [], 'api');
    while ((await service.fetch('/readyz')).status !== 200) await wait(50);
    const ended = once(service.process, 'exit');
    service.process.kill('SIGTERM');
    await printed(service, 'SIGTERM');
    const ready = await service.fetch('/readyz');
    expect(ready.status).toBe(503);
    expect(((await ready.json()) as { detail: string }).detail).toBe('The service is about to stop.');
    expect((await service.fetch('/questions?limit=1')).status).toBe(200);
    return { service, ended };
  }

  it('changes /readyz before the port is closed', async () => {
    const { service, ended } = await stopWithin(600_000);
    await wait(700); // within half a second, it would count as the same signal sent twice
    service.process.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
  });

  // The delay is longer than the timeouts for requests and for closing, and does not count against either.
  it('takes as long as the configured delay', { tags: ['release'] }, async () => {
    const { ended } = await stopWithin(11_000);
    expect(await ended).toEqual([0, null]);
  });
});

describe('the worker', () => {
  it('logs its role, host and version, and serves health, readiness and metrics', async () => {
    const worker = startProgram(own, [], 'worker');
    await printed(worker, 'the worker is ready');
    const lines = worker.output().trim().split('\n');
    const line = JSON.parse(lines.find((text) => text.includes('the worker is ready')) ?? '') as { address: string };
    expect(line).toMatchObject({ level: 'info', role: 'worker', version: '0.1.0', host: expect.any(String) });
    const ask = (url: string, headers = {}) => fetch(`${line.address}${url}`, { headers });
    expect((await ask('/healthz')).status).toBe(200);
    // On a busy machine, its database takes longer than a probe waits.
    await expect.poll(async () => (await ask('/readyz')).status, { timeout: 60_000 }).toBe(200);
    expect((await ask('/metrics')).status).toBe(401);
    expect((await ask('/questions')).status).toBe(404);
    const service = await startService(own, [], 'api');
    const metrics = await ask('/metrics', { authorization: service.authorization });
    expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('quaestor_build_info{')]);
    const ended = once(worker.process, 'exit');
    worker.process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await service.end()).toBe(0);
  });
});
