import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

export interface Started {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a program of this or another checkout that listens on PORT, and waits until it responds. */
export async function startProcess(
  file: string,
  ready: string,
  environment: Readonly<Record<string, string>>,
  root = ROOT,
): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.resolve(root, file)], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'warn', PORT: String(port), ...environment },
    stdio: 'ignore',
  });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await replies(`${origin}${ready}`))) {
    if (child.exitCode !== null) throw new Error(`${file} ended`);
    await wait(50);
  }
  return { origin, pid: child.pid ?? 0, stop: () => stopProcess(child) };
}

export const OPERATOR_TOKEN = randomBytes(24).toString('hex');
/** pgbench has neither tokens nor limits, so the service runs without them. The `access` goal measures their cost. */
const OPEN_TO_ALL = { ANONYMOUS_SCOPES: 'questions:read,questions:write,questions:delete', RATE_LIMIT: 'false' };

export function startApi(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
  root = ROOT,
): Promise<Started> {
  const settings = { DATABASE_URL: databaseUrl, BOOTSTRAP_TOKEN: OPERATOR_TOKEN, ...OPEN_TO_ALL, ...environment };
  return startProcess('server/src/bin/api.ts', '/readyz', settings, root);
}

/** Starts a worker, which runs analyses, folds counts and sweeps. */
export function startWorkerProcess(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
  root = ROOT,
): { pid: number; stop(): Promise<void> } {
  const child = spawn(process.execPath, [path.join(root, 'server/src/bin/worker.ts')], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'warn', WORKER_PORT: '0', DATABASE_URL: databaseUrl, ...environment },
    stdio: 'ignore',
  });
  return { pid: child.pid ?? 0, stop: () => stopProcess(child) };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

export async function replies(url: string): Promise<boolean> {
  return fetch(url).then(
    (reply) => reply.status < 500,
    () => false,
  );
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The parent process of all backends of the PostgreSQL in a directory. */
export function postmasterPid(directory: string): number {
  return Number(readFileSync(path.join(directory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}
