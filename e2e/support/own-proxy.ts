import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './service.ts';

export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;
if (!hasHaproxy && process.env['CI'] === 'true') throw new Error('haproxy is not installed');
if (!hasHaproxy) process.stdout.write('SKIPPED: haproxy is not installed\n');

export interface OwnProxy {
  origin: string;
  /** Waits until the proxy sends requests to that port. */
  follows(port: number): Promise<void>;
  stop(): Promise<void>;
}

const CHECK_EVERY_MS = 500;
const FOLLOWS_WITHIN_MS = 30_000;

/**
 * Starts HAProxy in front of these ports. It removes a port only after `check` fails twice in a row, so that one slow
 * reply on a busy machine does not remove the last API process during a restart. It does not retry requests or
 * connections, so callers see every failure of the service.
 */
export async function startProxy(directory: string, ports: readonly number[], check: string): Promise<OwnProxy> {
  const port = await freePort();
  const file = path.join(directory, `haproxy-${port}.cfg`);
  await writeFile(file, configuration(port, ports, check));
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  const ended = once(haproxy, 'exit');
  return {
    origin,
    follows: async (server) => {
      for (const giveUpAt = Date.now() + FOLLOWS_WITHIN_MS; ; await wait(CHECK_EVERY_MS / 4)) {
        if (await isUp(`${origin}/proxy-statistics;csv`, server)) return;
        if (haproxy.exitCode !== null) throw new Error(`haproxy ended with ${haproxy.exitCode}`);
        if (Date.now() > giveUpAt) throw new Error(`the proxy does not follow port ${server}`);
      }
    },
    stop: async () => {
      haproxy.kill('SIGKILL');
      await ended;
    },
  };
}

function configuration(port: number, ports: readonly number[], check: string): string {
  const servers = ports.map(
    (server) => `  server s${server} 127.0.0.1:${server} check inter ${CHECK_EVERY_MS} fall 2 rise 1`,
  );
  return `defaults
  mode http
  retries 0
  timeout connect 5s
  timeout check 5s
  timeout client 60s
  timeout server 60s
listen api
  bind 127.0.0.1:${port}
  stats enable
  stats uri /proxy-statistics
  option httpchk GET ${check}
  http-check expect status 200
  balance roundrobin
${servers.join('\n')}
`;
}

async function isUp(statistics: string, server: number): Promise<boolean> {
  const lines = await fetch(statistics).then(
    (reply) => reply.text(),
    () => '',
  );
  return lines.split('\n').some((line) => line.startsWith(`api,s${server},`) && line.split(',').includes('UP'));
}
