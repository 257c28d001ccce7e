import { type Callback, Redis, type Result } from 'ioredis';

/** Points that a key has used, and in how many milliseconds its window ends. */
export interface SharedCount {
  used: number;
  endsInMs: number;
}

/** A counter and its window. */
export interface CounterName {
  /** The prefix of the keys of the counter. */
  prefix: string;
  seconds: number;
}

/** Counts shared with others: in Redis by several nodes, in the first process by the processes of one API. */
export interface CountTogether {
  /** Undefined while the shared counts are unavailable. */
  take(counter: CounterName, key: string, points: number): Promise<SharedCount | undefined>;
  close(): void;
}

export type RedisChange = { away: true; reason: string } | { away: false };

/** A Redis that hangs is as bad as none: after this time without a reply the circuit opens for all callers. */
const REPLY_TIMEOUT_MS = 250;
const OWN_LAG_MS = 50;
/**
 * A command that Redis reads later than this counts nothing: a Redis that was suspended may find commands in its socket
 * that we gave up long ago.
 */
const VALID_MS = 200;
/**
 * A command may be late although Redis replies: this process was busy, or the clock of Redis was misjudged until the
 * reply.
 */
const ATTEMPTS = 2;
const PROBE_TIMEOUT_MS = 1000;
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [100, 2000];
/** A connection that broke sooner than this does not count as a recovery, and the pause keeps growing. */
const STEADY_MS = 10_000;

/** ARGV: points, seconds, and the expiry of the command by the clock of Redis in milliseconds. */
const TAKE = `
local clock = redis.call('time')
local now = math.floor(clock[1] * 1000 + clock[2] / 1000)
if now > tonumber(ARGV[3]) then return {-1, 0, now} end
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
return {redis.call('incrby', KEYS[1], ARGV[1]), redis.call('pttl', KEYS[1]), now}`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    quaestorTake(
      key: string,
      points: number,
      seconds: number,
      validUntil: number,
      callback?: Callback<[number, number, number]>,
    ): Result<[number, number, number], Context>;
  }
}

/**
 * Counts that several nodes share in Redis, behind a circuit breaker. While the circuit is open nobody asks Redis:
 * every method returns undefined at once, and a probe in the background finds out when Redis can count again. The probe
 * writes, because a Redis that is full or read-only still replies to PING.
 */
export class SharedCounts implements CountTogether {
  readonly #url: string;
  readonly #onChange: (change: RedisChange) => void;
  #client: Redis | undefined;
  #probing: Redis | undefined;
  #pause: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #connectedAt = Number.NEGATIVE_INFINITY;
  /** How far the clock of Redis is ahead of `performance.now()`, in milliseconds. */
  #aheadMs = 0;
  #waiting = 0;
  #heardAt = 0;
  #away = false;
  #closed = false;

  constructor(url: string, onChange: (change: RedisChange) => void) {
    this.#url = url;
    this.#onChange = onChange;
    void this.#probe();
  }

  async take({ prefix, seconds }: CounterName, key: string, points: number): Promise<SharedCount | undefined> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const count = await this.#ask((client) => this.#take(client, `${prefix}:${key}`, points, seconds, VALID_MS));
      if (count !== 'late') return count;
    }
    return undefined;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#pause);
    this.#probing?.disconnect();
    this.#client?.disconnect();
  }

  async #ask<Reply>(command: (client: Redis) => Promise<Reply>): Promise<Reply | undefined> {
    const client = this.#client;
    if (client === undefined) return undefined;
    this.#waiting += 1;
    if (this.#waiting === 1) this.#watch(client);
    try {
      return await command(client);
    } catch (error) {
      this.#open(client, error);
      return undefined;
    } finally {
      this.#waiting -= 1;
      this.#heardAt = performance.now();
    }
  }

  /**
   * One timer for all commands in progress. This process itself may be late: a timer that fires late is set once more,
   * and replies that have arrived in the meantime are read before the circuit opens.
   */
  #watch(client: Redis): void {
    this.#heardAt = performance.now();
    let forgiven = Number.NaN;
    const lookIn = (ms: number) => setTimeout(look, ms, performance.now() + ms).unref();
    const look = (dueAt: number) => {
      if (this.#waiting === 0 || this.#client !== client) return;
      const heardAt = this.#heardAt;
      const now = performance.now();
      if (now - heardAt < REPLY_TIMEOUT_MS) lookIn(heardAt + REPLY_TIMEOUT_MS - now);
      else if (now - dueAt > OWN_LAG_MS && forgiven !== heardAt) {
        forgiven = heardAt;
        lookIn(REPLY_TIMEOUT_MS);
      } else
        setImmediate(() => {
          if (this.#heardAt === heardAt) this.#open(client, new Error(`no reply for ${REPLY_TIMEOUT_MS} ms`));
          else look(performance.now());
        });
    };
    lookIn(REPLY_TIMEOUT_MS);
  }

  async #take(
    client: Redis,
    key: string,
    points: number,
    seconds: number,
    validMs: number,
  ): Promise<SharedCount | 'late'> {
    const sentAt = performance.now();
    const validUntil = Math.ceil(sentAt + this.#aheadMs + validMs);
    const [used, endsInMs, redisNow] = await client.quaestorTake(key, points, seconds, validUntil);
    // The clock must be between these two. A slow reply is imprecise and therefore changes little.
    this.#aheadMs = Math.min(Math.max(this.#aheadMs, redisNow - performance.now()), redisNow - sentAt);
    return used < 0 ? 'late' : { used, endsInMs };
  }

  /** Drops the connection, so that all waiting callers are counted locally. */
  #open(client: Redis, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.disconnect();
    if (performance.now() - this.#connectedAt > STEADY_MS) this.#pauseMs = FIRST_PAUSE_MS;
    this.#reportOutage(error);
    this.#probeLater();
  }

  #reportOutage(error: unknown): void {
    if (this.#away || this.#closed) return;
    this.#away = true;
    this.#onChange({ away: true, reason: error instanceof Error ? error.message : String(error) });
  }

  #probeLater(): void {
    if (this.#closed) return;
    this.#pause = setTimeout(() => void this.#probe(), this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS);
  }

  async #probe(): Promise<void> {
    const client = this.#newClient();
    this.#probing = client;
    const deadline = setTimeout(() => client.disconnect(), PROBE_TIMEOUT_MS);
    try {
      await client.connect();
      await this.#take(client, 'quaestor:probe', 0, 1, Number.MAX_SAFE_INTEGER);
    } catch (error) {
      client.disconnect();
      this.#reportOutage(error);
      this.#probeLater();
      return;
    } finally {
      clearTimeout(deadline);
      this.#probing = undefined;
    }
    if (this.#closed) {
      client.disconnect();
      return;
    }
    this.#client = client;
    this.#connectedAt = performance.now();
    client.on('close', () => this.#open(client, new Error('the connection was closed')));
    if (this.#away) this.#onChange({ away: false });
    this.#away = false;
  }

  #newClient(): Redis {
    const client = new Redis(this.#url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      enableReadyCheck: false, // the probe checks more
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
      connectTimeout: PROBE_TIMEOUT_MS,
      disconnectTimeout: 0, // a Redis that hangs never closes, and callers would wait for that
      enableAutoPipelining: true,
    });
    client.defineCommand('quaestorTake', { numberOfKeys: 1, lua: TAKE });
    client.on('error', () => {}); // reported by the failing command; without a listener the event would end the process
    return client;
  }
}
