import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { buildApp } from '../src/app.ts';
import { loadDemoBank } from '../src/bin/demo.ts';
import { closeDeps, connectDeps } from '../src/bin/deps.ts';
import { freePort } from '../src/bin/embedded-postgres.ts';
import { createFirstToken } from '../src/bin/operator-token.ts';
import { readConfig } from '../src/config/config.ts';
import { startWorker } from '../src/worker/index.ts';
import { cloneDatabase } from './harness.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const logger = pino({ level: 'error' }, pino.destination(2));

export interface DemoService {
  /** Replaces the port and the data directory in a text of the documentation with those of this service. */
  translate(text: string): string;
  end(): Promise<void>;
}

/** The demo bank in a database, together with the data directory and the operator's token, to be copied. */
export interface DemoBank {
  database: string;
  directory: string;
  drop(): Promise<void>;
}

/** `npm start -- --demo` in a separate process, with its own PostgreSQL. */
export async function startDemoProcess(): Promise<DemoService> {
  const directory = await temporaryDirectory();
  const port = await freePort();
  const { DATABASE_URL: _url, ...inherited } = process.env;
  const child = spawn(process.execPath, ['server/src/bin/start.ts', '--demo'], {
    cwd: ROOT,
    env: { ...inherited, DATA_DIR: directory, PORT: String(port) },
  });
  await untilRunning(child);
  return {
    translate: translator(port, directory),
    end: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Loads the demo bank once: copying its database takes 100 ms, loading it 5 s. */
export async function makeDemoBank(): Promise<DemoBank> {
  const { name, databaseUrl, drop } = await cloneDatabase();
  const directory = await temporaryDirectory();
  const service = await startInThisProcess(databaseUrl, directory);
  await loadDemoBank(service.app, service.deps);
  await service.end();
  return {
    database: name,
    directory,
    drop: () => Promise.all([drop(), rm(directory, { recursive: true, force: true })]).then(() => {}),
  };
}

/** The parts of `npm start` in this process, with every default, on a copy of the demo bank. */
export async function startDemoService(bank: DemoBank): Promise<DemoService> {
  const { databaseUrl, drop } = await cloneDatabase(bank.database);
  const directory = await temporaryDirectory();
  await cp(bank.directory, directory, { recursive: true });
  const service = await startInThisProcess(databaseUrl, directory);
  return {
    translate: translator(service.deps.config.port, directory),
    end: async () => {
      await service.end();
      await drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startInThisProcess(databaseUrl: string, dataDir: string) {
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(await freePort()) });
  const deps = await connectDeps(config, databaseUrl, logger, 'start');
  const app = await buildApp(deps, logger);
  const worker = await startWorker(deps, logger);
  await app.listen({ host: config.host, port: config.port });
  await createFirstToken(deps);
  while ((await app.inject('/readyz')).statusCode !== 200) await wait(20); // it measures its own load first
  const end = async () => {
    await Promise.all([app.close(), worker.stop()]);
    await closeDeps(deps);
  };
  return { app, deps, end };
}

function translator(port: number, dataDir: string): DemoService['translate'] {
  return (text) => text.replaceAll('8080', String(port)).replaceAll('.quaestor/', `${dataDir}/`);
}

/** The banner is printed last, after the demo bank has been loaded. */
async function untilRunning(child: ChildProcess): Promise<void> {
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  while (!printed.includes('Quaestor is running')) {
    if (child.exitCode !== null) throw new Error(`the service ended: ${printed}`);
    await wait(20);
  }
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'quaestor-docs-'));
  await chmod(directory, 0o755); // the user of PostgreSQL must be able to enter it
  return directory;
}
