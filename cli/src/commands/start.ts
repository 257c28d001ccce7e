import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { CommandError, EXIT } from '../exit.ts';
import { readProfiles, writeProfiles } from '../profiles.ts';
import { runRole } from '../server-package.ts';
import { say } from '../terminal.ts';

const PROFILE = 'local';
const FIRST_PORT = 8080;
const TRIED_PORTS = 20;
const LOOK_EVERY_MS = 50;
const LOOKS = 12_000;

interface StartFlags {
  port?: string;
  demo?: true;
  data?: string;
}

export function addStart(program: Command): void {
  program
    .command('start')
    .summary('start a service on this machine')
    .description('start a service on this machine with its own PostgreSQL; other commands find it automatically')
    .option('--port <number>', `port to listen on (default: PORT, or the first free one from ${FIRST_PORT} on)`)
    .option('--demo', 'load the demo questions')
    .option('--data <folder>', 'folder for all data (default: DATA_DIR, or .quaestor)')
    .action(async (flags: StartFlags) => {
      const port = await choosePort(flags.port ?? process.env['PORT']);
      process.env['PORT'] = String(port);
      if (flags.data !== undefined) process.env['DATA_DIR'] = flags.data;
      const url = `http://127.0.0.1:${port}`;
      keepProfileOnceUp(url).catch((error: Error) => {
        say(`The profile could not be saved: ${error.message}. Name the service with --url ${url}.`);
      });
      await runRole('start', flags.demo ? ['--demo'] : []);
    });
}

/**
 * Checks the port in advance, because otherwise another service at the same address would be mistaken for this one
 * until it replies.
 */
async function choosePort(asked: string | undefined): Promise<number> {
  if (asked !== undefined) {
    const port = Number(asked);
    if (!/^\d{1,5}$/u.test(asked) || port > 65_535)
      throw new CommandError(`"${asked}" is not a port.`, EXIT.usage, 'A port is a number from 0 to 65535.');
    const free = await freePort(port);
    if (free === undefined)
      throw new CommandError(
        `Port ${port} is in use or not allowed.`,
        EXIT.conflict,
        'Choose another with --port, or 0 for any free port.',
      );
    return free;
  }
  for (let port = FIRST_PORT; port < FIRST_PORT + TRIED_PORTS; port += 1)
    if ((await freePort(port)) !== undefined) return port;
  throw new CommandError(`Ports ${FIRST_PORT} to ${FIRST_PORT + TRIED_PORTS - 1} are in use.`, EXIT.conflict);
}

async function freePort(port: number): Promise<number | undefined> {
  const server = createServer().listen(port, process.env['HOST'] ?? '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  const taken = (server.address() as { port: number }).port;
  server.close();
  await once(server, 'close');
  return taken;
}

/** Waits for the service's first reply, which takes minutes if many migrations have to run. */
async function untilUp(url: string): Promise<boolean> {
  for (let look = 0; look < LOOKS; look += 1) {
    const reply = await fetch(`${url}/healthz`).catch(() => undefined);
    if (reply?.ok) return true;
    await wait(LOOK_EVERY_MS, undefined, { ref: false });
  }
  return false;
}

/** The profile refers to the service's token file, so that a renewed token is also found. */
async function keepProfileOnceUp(url: string): Promise<void> {
  const bootstrap = process.env['BOOTSTRAP_TOKEN'];
  const file = path.resolve(process.env['DATA_DIR'] ?? '.quaestor', 'admin-token');
  if (!(await untilUp(url))) return;
  const { current, profiles } = await readProfiles();
  const local = bootstrap === undefined ? { url, token_file: file } : { url, token: bootstrap };
  await writeProfiles({ current: PROFILE, profiles: { ...profiles, [PROFILE]: local } });
  const before = profiles[current];
  if (current !== PROFILE && before !== undefined)
    say(`Commands now go to ${url}. To return to ${before.url}: quaestor config set profile ${current}`);
}
