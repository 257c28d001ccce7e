import { Socket } from 'node:net';
import pg from 'pg';
import { AppError } from '../../errors.ts';
import { Deadlines } from '../../limits/deadlines.ts';
import { type ConnectionLimits, connectionOptions, limitSession, silence, silenceAfter } from './connection.ts';
import type { Executor } from './executor.ts';
import { sendStatement } from './send-statement.ts';

/** The maximum number of pending statements, a hundred times as many as at full load. */
const MAX_IN_PROGRESS = 5000;
const END_WITHIN_MS = 2000;
/** A server that is starting up must not be kept busy rejecting connections. */
const RECONNECT_AFTER_MS = 100;

interface Connection {
  socket: Socket;
  client: Promise<pg.Client>;
}

/**
 * One connection with any number of concurrent statements, for the few statements that nearly every request runs. It is
 * cheaper than a pool: no waiting for a free connection, one socket, many results in one read (prototype: 20 k point
 * reads per second against 13.6 k on a pool of ten). Statements must be fast, because results come in order, and named,
 * because every plan is generic. When the connection breaks, or owes a result for longer than a statement may take, all
 * pending statements fail, and the next one opens a new connection.
 */
export class Pipeline implements Executor {
  readonly #options: pg.ClientConfig;
  readonly #limits: ConnectionLimits;
  readonly #onError: (error: Error) => void;
  /** One timer for all statements: a timer of the driver for each took 1.5 µs of a read. */
  readonly #deadlines: Deadlines<Connection>;
  #connection: Connection | undefined;
  #underWay = 0;
  #rejected: { error: unknown; until: number } | undefined;
  #ended = false;

  constructor(url: string, limits: ConnectionLimits, onError: (error: Error) => void) {
    this.#options = {
      ...connectionOptions(url, limits),
      query_timeout: 0,
      pipeline: true,
      // The estimated cost of a generic list plan is 63,204 for 2 M rows; above 100,000 every call would compile it.
      options: '-c plan_cache_mode=force_generic_plan -c jit=off',
    };
    this.#limits = limits;
    this.#onError = onError;
    const { query_timeout: silentMs } = silenceAfter(limits.statementTimeoutMs);
    this.#deadlines = new Deadlines(silentMs, ({ socket }) => socket.destroy(silence()));
  }

  async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    if (this.#ended) throw new Error('Connection ended');
    if (this.#underWay >= MAX_IN_PROGRESS) throw new AppError('overloaded', { headers: { 'retry-after': '1' } });
    const connection = (this.#connection ??= this.#connect());
    this.#underWay += 1;
    const deadline = this.#deadlines.begin(connection);
    try {
      const client = await connection.client;
      return await sendStatement<Row>(client, query);
    } finally {
      this.#deadlines.end(deadline);
      this.#underWay -= 1;
    }
  }

  /** Fails all pending statements at once, as if the connection had broken. */
  drop(): void {
    this.#connection?.socket.destroy();
    this.#connection = undefined;
  }

  async end(): Promise<void> {
    this.#ended = true;
    this.#deadlines.close();
    const connection = this.#connection;
    if (connection === undefined) return;
    this.#connection = undefined;
    const deadline = setTimeout(() => connection.socket.destroy(), END_WITHIN_MS);
    await connection.client.then((client) => client.end()).catch(this.#onError);
    clearTimeout(deadline);
  }

  #connect(): Connection {
    if (this.#rejected !== undefined && performance.now() < this.#rejected.until) throw this.#rejected.error;
    const socket = new Socket();
    const client = new pg.Client({ ...this.#options, stream: () => socket });
    const connection = { socket, client: open(client, this.#limits.statementTimeoutMs) };
    // The old connection reports its end more than once, and late; this must not discard the new one.
    const forget = () => {
      if (this.#connection === connection) this.#connection = undefined;
      socket.destroy();
    };
    client.on('error', (error) => {
      forget();
      this.#onError(error);
    });
    client.on('end', forget);
    connection.client.catch((error: unknown) => {
      this.#rejected = { error, until: performance.now() + RECONNECT_AFTER_MS };
      forget();
    });
    return connection;
  }
}

async function open(client: pg.Client, statementTimeoutMs: number): Promise<pg.Client> {
  await client.connect();
  await limitSession(client, statementTimeoutMs);
  return client;
}
