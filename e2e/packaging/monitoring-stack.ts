import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/service.ts';

const TOOLS = ['promtool', 'prometheus', 'prometheus-node-exporter'];
export const MONITORING = path.resolve(import.meta.dirname, '../../deploy/monitoring');

/** True if Debian's `prometheus` and its node exporter are installed. CI requires them. */
export function hasPrometheus(): boolean {
  const missing = TOOLS.filter((tool) => !isThere(tool));
  if (missing.length === 0) return true;
  if (process.env['CI'] === 'true') throw new Error(`${missing.join(', ')} missing: apt-get install prometheus`);
  process.stderr.write(`Skipped: ${missing.join(', ')} missing. Install it with: apt-get install prometheus\n`);
  return false;
}

function isThere(tool: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${tool}`]);
    return true;
  } catch {
    return false;
  }
}

/** Returns the output, and throws it if the tool reports a problem. */
export function promtool(...args: string[]): string {
  return execFileSync('promtool', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Writes the shipped configuration with the test's targets, and a token next to it. */
export async function placeConfiguration(
  directory: string,
  token: string,
  targets: Readonly<Record<string, string>> = {},
): Promise<string> {
  await mkdir(directory, { recursive: true });
  const delivered = await readFile(path.join(MONITORING, 'prometheus.yml'), 'utf8');
  let text = delivered.replaceAll(/_interval: 15s/gu, '_interval: 1s');
  for (const [given, actual] of Object.entries(targets)) {
    if (!text.includes(`"${given}"`)) throw new Error(`prometheus.yml has no target ${given}`);
    text = text.replace(`"${given}"`, `"${actual}"`);
  }
  await writeFile(path.join(directory, 'prometheus.yml'), text);
  await writeFile(path.join(directory, 'quaestor-token'), token, { mode: 0o600 });
  await copyFile(path.join(MONITORING, 'alerts.yml'), path.join(directory, 'alerts.yml'));
  return path.join(directory, 'prometheus.yml');
}

export interface Started {
  port: number;
  stop(): Promise<void>;
}

/** Starts the node exporter with a directory for text files like those of the backup program. */
export async function startNodeExporter(textfiles: string): Promise<Started> {
  const port = await freePort();
  return started('prometheus-node-exporter', port, '/metrics', [
    `--web.listen-address=127.0.0.1:${port}`,
    `--collector.textfile.directory=${textfiles}`,
    '--collector.disable-defaults',
    '--collector.filesystem',
    '--collector.textfile',
  ]);
}

export async function startPrometheus(configuration: string): Promise<Started> {
  const port = await freePort();
  return started('prometheus', port, '/-/ready', [
    `--config.file=${configuration}`,
    `--web.listen-address=127.0.0.1:${port}`,
    `--storage.tsdb.path=${path.join(path.dirname(configuration), 'data')}`,
  ]);
}

const READY_WITHIN_MS = 30_000;

async function started(program: string, port: number, ready: string, args: readonly string[]): Promise<Started> {
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-4000);
  });
  for (const giveUpAt = Date.now() + READY_WITHIN_MS; ; await wait(100)) {
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`${program} does not start: ${said}`);
    const reply = await fetch(`http://127.0.0.1:${port}${ready}`).catch(() => undefined);
    if (reply?.ok === true) break;
  }
  return {
    port,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
