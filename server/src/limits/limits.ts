import type { Config } from '../config/config.ts';
import { type Count, MemoryCounts } from './memory-counts.ts';
import {
  type CounterName,
  type CountTogether,
  type RedisChange,
  type SharedCount,
  SharedCounts,
} from './shared-counts.ts';

/** A quota, and what is left of it for one caller. */
export interface Balance {
  policy: 'default' | 'anonymous' | 'token' | 'login' | 'login_network';
  quota: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

const LOGIN_WINDOW_SECONDS = 15 * 60;

interface Quota extends CounterName {
  policy: Balance['policy'];
  points: number;
}

/**
 * All counters of callers. A single process counts in memory; several processes of one API, and several nodes, count
 * together.
 */
export interface Limits {
  /** Points of a principal. */
  principal: Counter;
  /** Points of callers without a valid token, by network. */
  network: Counter;
  /** Invalid tokens, by network. */
  tokenFailures: Counter;
  /** Failed logins of a client from a network, and of all clients from a network. */
  loginsOfClient: Counter;
  loginsOfNetwork: Counter;
  close(): Promise<void>;
}

/**
 * While the shared counts are unavailable, a process continues alone from the last counts that it saw, so there is
 * always a limit.
 */
class Counter {
  readonly #quota: Quota;
  readonly #own: MemoryCounts;
  readonly #shared: CountTogether | undefined;

  constructor(quota: Quota, shared?: CountTogether) {
    this.#quota = quota;
    this.#own = new MemoryCounts(quota.seconds);
    this.#shared = shared;
  }

  /** Takes points; a request beyond the quota is rejected and uses up the rest. */
  take(key: string, points: number): Balance | Promise<Balance> {
    if (points === 0) return this.peek(key);
    return this.#shared === undefined ? this.#takeHere(key, points) : this.#takeTogether(this.#shared, key, points);
  }

  #takeHere(key: string, points: number): Balance {
    const count = this.#own.add(key, points);
    return this.#balance(count, count.used > this.#quota.points);
  }

  async #takeTogether(shared: CountTogether, key: string, points: number): Promise<Balance> {
    const counted = await shared.take(this.#quota, key, points);
    if (counted === undefined) return this.#takeHere(key, points);
    const count = this.#adopt(key, counted);
    return this.#balance(count, count.used > this.#quota.points);
  }

  /** Counts a failure. Once there are too many, it asks no other process, so that further ones cost almost nothing. */
  async addFailure(key: string): Promise<Balance> {
    const seen = this.peek(key);
    return seen.exceeded ? seen : this.take(key, 1);
  }

  /** The remaining points as far as this node knows; needs no network, so it is never delayed. */
  peek(key: string): Balance {
    const { points, seconds } = this.#quota;
    const count = this.#own.find(key) ?? { used: 0, endsAt: this.#own.now() + seconds * 1000 };
    return this.#balance(count, count.used >= points);
  }

  #adopt(key: string, { used, endsInMs }: SharedCount): Count {
    return this.#own.replace(key, { used, endsAt: this.#own.now() + endsInMs });
  }

  #balance({ used, endsAt }: Count, exceeded: boolean): Balance {
    const { policy, points, seconds } = this.#quota;
    return {
      policy,
      quota: points,
      windowSeconds: seconds,
      remaining: exceeded ? 0 : Math.max(0, points - used),
      resetSeconds: Math.max(1, Math.ceil((endsAt - this.#own.now()) / 1000)),
      exceeded,
    };
  }
}

/** Redis, if configured, also counts for other nodes; `siblings` are the processes of this node. */
export function createLimits(
  config: Config,
  onRedisChange: (change: RedisChange) => void,
  siblings?: CountTogether,
): Limits {
  const shared = config.redisUrl === undefined ? siblings : new SharedCounts(config.redisUrl, onRedisChange);
  const counter = (policy: Balance['policy'], name: string, points: number, seconds: number) =>
    new Counter({ policy, prefix: `quaestor:${name}`, points, seconds }, shared);
  return {
    principal: counter('default', 'principal', config.limitPoints, config.limitSeconds),
    network: counter('anonymous', 'network', config.limitPointsAnonymous, config.limitSeconds),
    tokenFailures: counter('token', 'token-failures', config.tokenFailures, config.limitSeconds),
    loginsOfClient: counter('login', 'login-client', config.loginFailures, LOGIN_WINDOW_SECONDS),
    loginsOfNetwork: counter('login_network', 'login-network', config.loginFailuresAddress, LOGIN_WINDOW_SECONDS),
    close: async () => shared?.close(),
  };
}
