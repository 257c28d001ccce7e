import { stat, statfs } from 'node:fs/promises';
import type { Command } from 'commander';
import { ApiError } from '../../../client/src/index.ts';
import { wrap } from '../columns.ts';
import { type Context, contextOf } from '../context.ts';
import { EXIT } from '../exit.ts';
import { isLoopback, profilesFile } from '../profiles.ts';
import { hasServer, OLDEST_NODE_OF_SERVER } from '../server-package.ts';
import { type Colour, colour, harmless, width } from '../terminal.ts';
import { VERSION } from '../version.ts';

const MIN_NODE_VERSION = 20;
const MAX_CLOCK_DIFFERENCE_S = 30;
const EXPIRES_SOON_DAYS = 7;
/** The space required for the embedded PostgreSQL and its log. */
const ENOUGH_DISK_MB = 500;
const TIMEOUT_MS = 10_000;

interface Check {
  check: string;
  state: 'ok' | 'warning' | 'wrong';
  detail: string;
  fix: string | null;
}

const ok = (check: string, detail: string): Check => ({ check, state: 'ok', detail, fix: null });
const warning = (check: string, detail: string, fix: string): Check => ({ check, state: 'warning', detail, fix });
const wrong = (check: string, detail: string, fix: string): Check => ({ check, state: 'wrong', detail, fix });

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .summary('find problems on this machine')
    .description('find problems on this machine and with the service; exits with 1 if there are any')
    .action(async (_: object, command: Command) => {
      const context = await contextOf(command);
      const checks = [checkNode(), await checkProfiles(), ...(await checkDisk()), ...(await checkService(context))];
      if (context.isJson) context.show(checks, ['check', 'state', 'detail', 'fix']);
      else for (const check of checks) process.stdout.write(linesOf(check));
      if (checks.some(({ state }) => state === 'wrong')) process.exitCode = EXIT.failure;
    });
}

const SIGNS: Record<Check['state'], readonly [Colour, string]> = {
  ok: ['green', '✓'],
  warning: ['yellow', '!'],
  wrong: ['red', '✗'],
};

const INDENT = ' '.repeat(12);

function linesOf({ check, state, detail, fix }: Check): string {
  const [tone, sign] = SIGNS[state];
  const indented = (text: string) => wrap(harmless(text), width() - INDENT.length).join(`\n${INDENT}`);
  const line = `${colour(tone, sign, 'out')} ${check.padEnd(9)} ${indented(detail)}\n`;
  return fix === null ? line : `${line}${INDENT}${indented(fix)}\n`;
}

function checkNode(): Check {
  const version = process.versions.node;
  const major = Number.parseInt(version, 10);
  const link = 'https://nodejs.org/en/download';
  if (major < MIN_NODE_VERSION)
    return wrong('node', `${version} is too old.`, `Install ${MIN_NODE_VERSION} or newer: ${link}`);
  if (major >= OLDEST_NODE_OF_SERVER || !hasServer()) return ok('node', version);
  const fix = `Install ${OLDEST_NODE_OF_SERVER} or newer: ${link}`;
  return warning('node', `${version} is too old for \`quaestor start\`.`, fix);
}

async function checkProfiles(): Promise<Check> {
  const file = profilesFile();
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return ok('profiles', `none yet; login or start create ${file}`);
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    return wrong('profiles', `Other users of this machine can read the tokens in ${file}.`, `chmod 600 ${file}`);
  return ok('profiles', file);
}

/** Checked only if the server is installed. */
async function checkDisk(): Promise<Check[]> {
  if (!hasServer()) return [];
  const { bavail, bsize } = await statfs('.');
  const free = Math.floor((bavail * bsize) / 1e6);
  if (free >= ENOUGH_DISK_MB) return [ok('disk', `${free} MB free in this folder`)];
  return [warning('disk', `${free} MB free in this folder.`, `\`quaestor start\` needs ${ENOUGH_DISK_MB} MB.`)];
}

async function checkService({ quaestor, profile, signal }: Context): Promise<Check[]> {
  const { url, token } = profile;
  const options = { signal, timeoutMs: TIMEOUT_MS, maxRetries: 0 };
  const startedAt = performance.now();
  const reached = await quaestor.system
    .health(options)
    .withResponse()
    .catch((error: Error) => error);
  signal.throwIfAborted();
  if (reached instanceof Error)
    return [wrong('service', reached.message, 'Start one with `quaestor start`, or name another with --url.')];
  const took = Math.round(performance.now() - startedAt);
  const { headers } = reached.response;
  const readiness = await quaestor.system.readiness(options).then(
    () => ok('ready', 'yes'),
    (error: Error) => wrong('ready', error.message, 'The log of the service has details, which its operator can read.'),
  );
  return [
    ok('service', `${url}, ${took} ms`),
    readiness,
    checkVersion(headers.get('api-version')),
    ...checkClock(headers.get('date')),
    ...checkTransport(url),
    token === undefined
      ? warning('token', 'none: only requests without a token are possible.', 'Log in with `quaestor login`.')
      : await checkToken(() => quaestor.tokens.current(options)),
  ];
}

const majorOf = (version: string) => version.split('.')[0];

function checkVersion(version: string | null): Check {
  if (version === null) return wrong('version', 'This is not a Quaestor service.', 'Name the right one with --url.');
  if (majorOf(version) === majorOf(VERSION)) return ok('version', version);
  return wrong(
    'version',
    `The service is release ${version}, this command is ${VERSION}.`,
    'Update: npm install quaestor@latest',
  );
}

/** Compares the clocks, because tokens expire according to the service's clock. */
function checkClock(date: string | null): Check[] {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return [];
  const seconds = Math.round((Date.now() - theirs) / 1000);
  if (Math.abs(seconds) <= MAX_CLOCK_DIFFERENCE_S) return [ok('clock', `${Math.abs(seconds)} s from the service's`)];
  const detail = `This clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the service's.`;
  return [wrong('clock', detail, 'Synchronise both with NTP: timedatectl set-ntp true')];
}

function checkTransport(url: string): Check[] {
  if (!url.startsWith('http:') || isLoopback(url)) return [];
  return [warning('transport', 'The token travels unencrypted.', 'Use an https address.')];
}

async function checkToken(current: () => PromiseLike<{ scopes: string[]; expires_at: string | null }>): Promise<Check> {
  try {
    const { scopes, expires_at } = await current();
    const detail = `${scopes.join(', ')}; ${expires_at === null ? 'never expires' : `expires ${expires_at}`}`;
    const days = (Date.parse(expires_at ?? '') - Date.now()) / 86_400_000;
    if (days < EXPIRES_SOON_DAYS) return warning('token', detail, 'Make a new one: quaestor token create');
    return ok('token', detail);
  } catch (error) {
    const fix =
      error instanceof ApiError && error.status === 401 ? 'Log in again: quaestor login' : 'Try again: quaestor doctor';
    return wrong('token', (error as Error).message, fix);
  }
}
