import pg from 'pg';

/**
 * PostgreSQL ends a statement at its time limit. A connection that stays silent for this long after that counts as
 * dead.
 */
const SILENCE_MS = 1000;
/** A caller that waits for a connection gives up before its client does. */
const CONNECT_WITHIN_MS = 3000;
/** A process that stalls in the middle of a transaction must not hold its locks for long. */
const IDLE_IN_TRANSACTION_MS = 5000;
const KEEP_ALIVE_AFTER_MS = 10_000;
/**
 * The limit for `begin` and `rollback`, which take no time: enough for a machine with ten times the load it can handle.
 */
const INSTANT_MS = 5000;

export interface ConnectionLimits {
  applicationName: string;
  statementTimeoutMs: number;
  /**
   * By default, waiting for a lock ends before the statement does. Where waiting is the purpose, it may take as long.
   */
  lockTimeoutMs?: number;
}

/**
 * Options for every connection: limits that PostgreSQL enforces, and limits of our own for a server that does not
 * respond at all (stopped, or unreachable after a lost route). Without them no request got a reply for 60 s.
 */
export function connectionOptions(url: string, limits: ConnectionLimits) {
  const { applicationName, statementTimeoutMs, lockTimeoutMs = Math.ceil((statementTimeoutMs * 2) / 3) } = limits;
  return {
    connectionString: url,
    application_name: applicationName,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    ...silenceAfter(statementTimeoutMs),
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  } satisfies pg.ClientConfig;
}

/**
 * Settings that not every version or system has, so they cannot be startup options: a transaction as a whole has ten
 * times the time of a statement (PostgreSQL 17 and later), and the server notices within a second when the client is
 * gone, even in the middle of a statement. A server that rejects them works without them.
 */
export async function limitSession(client: pg.ClientBase, statementTimeoutMs: number): Promise<void> {
  await client
    .query({
      text: `select set_config(name, value, false)
               from (values ('transaction_timeout', $1::text), ('client_connection_check_interval', '1000'),
                            ('tcp_keepalives_idle', '30'), ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '3')) wanted (name, value)
              where current_setting(name, true) is not null`,
      values: [String(statementTimeoutMs * 10)],
      ...instantly,
    })
    .catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError)) throw error;
    });
}

/** Part of a statement or a connection with a time limit in PostgreSQL. */
export function silenceAfter(statementTimeoutMs: number): { query_timeout: number } {
  return { query_timeout: statementTimeoutMs + SILENCE_MS };
}

/** Part of a statement that must end at once. */
export const instantly = { query_timeout: INSTANT_MS };

/** The driver's message. */
const SILENCE = 'Query read timeout';

export const silence = () => new Error(SILENCE);

/** The error for a statement without a result, the driver's or our own. */
export function isSilence(error: unknown): error is Error {
  return error instanceof Error && error.message === SILENCE;
}

/** Opens a connection for one task and closes it afterwards. */
export async function withConnection<Result>(
  url: string,
  limits: ConnectionLimits,
  task: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connectionOptions(url, limits));
  client.on('error', () => {}); // the running statement fails by itself
  await client.connect();
  try {
    await limitSession(client, limits.statementTimeoutMs);
    return await task(client);
  } finally {
    await client.end();
  }
}
