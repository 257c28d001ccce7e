/**
 * Every setting, once: name, meaning, default and reader. The type `Config`, the check at start and
 * docs/reference/configuration.md all come from this table. The only reader of process.env.
 */
interface Setting<Value> {
  readonly variable: string;
  readonly meaning: string;
  readonly fallback: string;
  readonly read: (text: string) => Value | Problem;
}

class Problem {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

const text = (value: string): string | Problem => (value.trim() === '' ? new Problem('must not be empty') : value);
const optionalUrl = (value: string): string | undefined | Problem =>
  value === '' ? undefined : URL.canParse(value) ? value.replace(/\/$/u, '') : new Problem('is not a URL');
const flag = (value: string): boolean | Problem =>
  value === 'true' ? true : value === 'false' ? false : new Problem('must be true or false');
const list = (value: string): readonly string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
const integer = (minimum: number, maximum: number) => (value: string) => {
  const number = Number(value);
  const fits = /^\d+$/u.test(value) && number >= minimum && number <= maximum;
  return fits ? number : new Problem(`must be a whole number from ${minimum} to ${maximum}`);
};
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const logLevel = (value: string): string | Problem =>
  LOG_LEVELS.includes(value) ? value : new Problem(`must be one of ${LOG_LEVELS.join(', ')}`);

function setting<Value>(
  variable: string,
  fallback: string,
  read: (text: string) => Value | Problem,
  meaning: string,
): Setting<Value> {
  return { variable, fallback, read, meaning };
}

export const settings = {
  host: setting('HOST', '127.0.0.1', text, 'Address to listen on. `0.0.0.0` listens on every interface.'),
  port: setting('PORT', '8080', integer(0, 65535), 'Port to listen on. 0 takes any free port.'),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    optionalUrl,
    'PostgreSQL 15 to 18, as `postgres://user:password@host:port/database`. Without it `npm start` runs a PostgreSQL of its own.',
  ),
  databaseReplicaUrl: setting(
    'DATABASE_REPLICA_URL',
    '',
    optionalUrl,
    'A streaming replica for lists, searches, facets and random draws, which may then be a moment old. All else reads the primary.',
  ),
  dataDir: setting('DATA_DIR', '.quaestor', text, 'Where `npm start` keeps its own PostgreSQL.'),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    '8',
    integer(1, 200),
    'Connections for reads, and as many for writes.',
  ),
  readTimeoutMs: setting(
    'READ_TIMEOUT_MS',
    '5000',
    integer(10, 600_000),
    'Time limit of a reading statement, in milliseconds.',
  ),
  writeTimeoutMs: setting(
    'WRITE_TIMEOUT_MS',
    '15000',
    integer(10, 600_000),
    'Time limit of a writing statement, in milliseconds.',
  ),
  requestTimeoutMs: setting(
    'REQUEST_TIMEOUT_MS',
    '30000',
    integer(100, 600_000),
    'Time within which a whole request must arrive, in milliseconds.',
  ),
  responseCacheMb: setting(
    'RESPONSE_CACHE_MB',
    '32',
    integer(0, 100_000),
    'Memory for answers that are still exact, in MiB. 0 keeps none.',
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    '',
    optionalUrl,
    'Origin under which clients reach the service, for links in answers. Without it the Host header counts.',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'false',
    flag,
    'Believe `X-Forwarded-*` headers. Only behind a proxy that sets them.',
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    '',
    list,
    'Origins, separated by commas, whose pages may call the API. Empty: none.',
  ),
  requireIfMatch: setting('REQUIRE_IF_MATCH', 'false', flag, 'Refuse changes and deletions without `If-Match` (428).'),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    logLevel,
    `Least severe log line written: ${LOG_LEVELS.join(', ')}. \`npm start\` uses \`warn\` unless told.`,
  ),
} as const;

type Settings = typeof settings;
export type Config = {
  readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer Value> ? Exclude<Value, Problem> : never;
};

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

/** Reads the whole environment; throws one error that names everything that is wrong. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  fallbacks: Readonly<Record<string, string>> = {},
): Config {
  const problems: string[] = [];
  const entries = Object.entries(settings).map(([name, { variable, fallback, read }]) => {
    const value = read(environment[variable] ?? fallbacks[variable] ?? fallback);
    if (value instanceof Problem) problems.push(`${variable} ${value.message}`);
    return [name, value];
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(Object.fromEntries(entries)) as Config;
}
