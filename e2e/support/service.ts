import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROOT = path.resolve(import.meta.dirname, '../..');

export type OperatorRequest = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

export interface Service {
  origin: string;
  /** The operator's `Authorization` header. */
  authorization: string;
  /** Sends a request as the operator. */
  fetch(path: string, init?: OperatorRequest): Promise<Response>;
  process: ChildProcess;
  /** Everything that it has printed so far. */
  output(): string;
  /** Sends a signal and returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The operator's credential for all services in the tests, unless a test removes it. */
const BOOTSTRAP_TOKEN = randomBytes(24).toString('base64url');

export type Program =
  | 'start'
  | 'api'
  | 'worker'
  | 'verify'
  | 'migrate'
  | 'admin-token'
  | 'admin-link'
  | 'backup'
  | 'restore'
  | 'move-to'
  | 'healthcheck';

/**
 * Runs `npm start`, or only the API or a worker, with the given environment, from the code in `root`. Load shedding is
 * off, because on a busy machine it would reject requests from any test; it has its own tests.
 */
export function startProgram(
  environment: Record<string, string>,
  args: readonly string[] = [],
  program: Program = 'start',
  root = ROOT,
): { process: ChildProcess; output(): string } {
  const { DATABASE_URL: _url, ...inherited } = process.env;
  const child = spawn('node', [`server/src/bin/${program}.ts`, ...args], {
    cwd: root,
    env: { ...inherited, BOOTSTRAP_TOKEN, WORKER_PORT: '0', OVERLOAD_DELAY_MS: '0', ...environment },
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  return { process: child, output: () => printed };
}

/** Waits for a program that ends by itself, and returns its exit code and output. */
export async function runProgram(
  program: Program,
  environment: Record<string, string>,
  args: readonly string[] = [],
): Promise<{ code: number | null; output: string }> {
  const started = startProgram(environment, args, program);
  const [code] = (await once(started.process, 'close')) as [number | null];
  return { code, output: started.output() };
}

/** Returns the kinds of difference that `npm run verify` reports, with their rows. */
export async function findDifferences(databaseUrl: string): Promise<string[]> {
  const verify = startProgram({ DATABASE_URL: databaseUrl }, [], 'verify');
  const [code] = (await once(verify.process, 'close')) as [number | null];
  const lines = verify.output().trim().split('\n');
  if (code === 0 && /^0 of \d+ checks failed$/u.test(lines.at(-1) ?? '')) return [];
  return [`exit code ${code}`, ...lines.filter((line) => !line.startsWith('ok'))];
}

export async function startService(
  environment: Record<string, string>,
  args: readonly string[] = [],
  which: Program = 'start',
  root = ROOT,
): Promise<Service> {
  const port = environment['PORT'] ?? String(await freePort());
  const program = startProgram({ ...environment, PORT: port }, args, which, root);
  const origin = `http://127.0.0.1:${port}`;
  const authorization = `Bearer ${BOOTSTRAP_TOKEN}`;
  while (!(await replies(`${origin}/healthz`))) {
    if (program.process.exitCode !== null) throw new Error(`the service ended: ${program.output()}`);
    await wait(20);
  }
  return {
    ...program,
    origin,
    authorization,
    fetch: (path, init = {}) => fetch(`${origin}${path}`, { ...init, headers: { authorization, ...init.headers } }),
    end: async (signal = 'SIGTERM') => {
      const ended = once(program.process, 'exit');
      program.process.kill(signal);
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}

async function replies(url: string): Promise<boolean> {
  return fetch(url).then(
    (reply) => reply.ok,
    () => false,
  );
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Creates a directory that PostgreSQL's own user may also enter. */
export async function temporaryDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'quaestor-e2e-'));
  await chmod(directory, 0o755);
  return { path: directory, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** Builds a request with a JSON body. */
export function json(body: object, method = 'POST'): { method: string; headers: Record<string, string>; body: string } {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
