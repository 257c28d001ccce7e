import { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';

/** What a quota is, and what is left of it for one caller. */
export interface Balance {
  policy: 'default' | 'anonymous' | 'login';
  quota: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

const LOGIN_WINDOW_SECONDS = 15 * 60;
/** A Redis that hangs is as bad as none: after this time a node counts for itself. */
const REDIS_TIMEOUT_MS = 250;

interface Quota {
  policy: Balance['policy'];
  limiter: RateLimiterAbstract;
}

/** All counters of callers. One node counts in memory; several count together in Redis. */
export interface Limits {
  /** Points of a principal. */
  principal: Counter;
  /** Points of callers without a valid token, by network. */
  network: Counter;
  /** Failed logins of a client from a network, and of all clients from a network. */
  loginsOfClient: Counter;
  loginsOfNetwork: Counter;
  close(): Promise<void>;
}

export class Counter {
  readonly #quota: Quota;

  constructor(quota: Quota) {
    this.#quota = quota;
  }

  /** Takes points; what would go beyond the quota is refused, and counts as having used it up. */
  async take(key: string, points: number): Promise<Balance> {
    const { limiter } = this.#quota;
    try {
      return this.#balance(await limiter.consume(key, points), false);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return this.#balance(refusal, true);
      throw refusal;
    }
  }

  /** What is left, without taking any. */
  async look(key: string): Promise<Balance> {
    const { limiter } = this.#quota;
    const state = await limiter.get(key);
    if (state === null) return this.#balance(new RateLimiterRes(limiter.points, limiter.duration * 1000), false);
    return this.#balance(state, state.consumedPoints >= limiter.points);
  }

  #balance(state: RateLimiterRes, exceeded: boolean): Balance {
    const { policy, limiter } = this.#quota;
    return {
      policy,
      quota: limiter.points,
      windowSeconds: limiter.duration,
      remaining: exceeded ? 0 : Math.max(0, state.remainingPoints),
      resetSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
      exceeded,
    };
  }
}

export function createLimits(config: Config, onRedisError: (error: Error) => void): Limits {
  const redis = config.redisUrl === undefined ? undefined : connectRedis(config.redisUrl, onRedisError);
  const counter = (policy: Balance['policy'], name: string, points: number, duration: number) => {
    const options = { keyPrefix: `quaestor:${name}`, points, duration };
    const memory = new RateLimiterMemory(options);
    const limiter =
      redis === undefined
        ? memory
        : new RateLimiterRedis({
            ...options,
            storeClient: redis,
            insuranceLimiter: memory, // never "unlimited": while Redis is away each node holds the whole quota itself
            rejectIfRedisNotReady: true,
          });
    return new Counter({ policy, limiter });
  };
  return {
    principal: counter('default', 'principal', config.limitPoints, config.limitSeconds),
    network: counter('anonymous', 'network', config.limitPointsAnonymous, config.limitSeconds),
    loginsOfClient: counter('login', 'login-client', config.loginFailures, LOGIN_WINDOW_SECONDS),
    loginsOfNetwork: counter('login', 'login-network', config.loginFailuresAddress, LOGIN_WINDOW_SECONDS),
    close: async () => {
      redis?.disconnect();
    },
  };
}

function connectRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: REDIS_TIMEOUT_MS,
    enableAutoPipelining: true,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1000),
  });
  redis.on('error', onError); // it connects again by itself; unheard, the event would end the process
  return redis;
}
