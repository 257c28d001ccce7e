import { readConfig } from '../config/config.ts';
import { commandOf } from './command.ts';
import { runTask } from './run.ts';
import { readOptions } from './usage.ts';

const REPLIES_WITHIN_MS = 3000;

/**
 * For container engines: an image has neither curl nor wget. A container runs one role, so only one of the ports is
 * open.
 */
await runTask(async () => {
  const summary =
    'Requests /healthz from the local API (PORT) and worker (WORKER_PORT). Exits with 1 if neither is healthy.';
  readOptions({ command: commandOf('healthcheck'), summary, options: {} });
  const { host, port, workerPort } = readConfig();
  const replies = await Promise.all([port, workerPort].map((port) => isHealthy(reachable(host), port)));
  if (replies.includes(true)) return 0;
  process.stderr.write(`Nothing healthy on ${reachable(host)}, ports ${port} and ${workerPort}.\n`);
  return 1;
});

/** A service that listens on every interface is reached on loopback. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

async function isHealthy(host: string, port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(REPLIES_WITHIN_MS) });
    return reply.ok;
  } catch {
    return false;
  }
}
