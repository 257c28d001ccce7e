import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
if (!hasRedis && process.env['CI'] === 'true') throw new Error('redis-server is not installed');
if (!hasRedis) process.stdout.write('SKIPPED: redis-server is not installed\n');

/** A separate Redis, which the test may stop, fill and kill. */
export class OwnRedis {
  readonly port: number;
  readonly url: string;
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(): Promise<OwnRedis> {
    const redis = new OwnRedis(await freePort());
    await redis.restart();
    return redis;
  }

  async restart(): Promise<void> {
    this.#process = spawn(
      'redis-server',
      ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      { stdio: 'ignore' },
    );
    await this.ask((redis) => redis.ping());
  }

  kill(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  async end(): Promise<void> {
    if (this.#process === undefined || this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }

  /** A command of the test, on a separate connection that waits until Redis is available. */
  async ask<Reply>(command: (redis: Redis) => Promise<Reply>): Promise<Reply> {
    const redis = new Redis(this.url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    redis.on('error', () => {});
    try {
      return await command(redis);
    } finally {
      redis.disconnect();
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
