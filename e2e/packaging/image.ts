import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BASE = 'docker.io/library/node:24-bookworm-slim';
const TAG = 'quaestor:test';
const USER = 10001;
const STEP_WITHIN_MS = 1_800_000;
/** The paths that Debian's slim image leaves out. */
const LEFT_OUT = ['man', 'doc', 'locale', 'info'].map((part) => `--dpkgopt=path-exclude=/usr/share/${part}/*`);

const TOOLS = ['buildah', 'mmdebstrap', 'unshare'];
const missing = TOOLS.filter((tool) => spawnSync('which', [tool]).status !== 0);
if (process.getuid?.() !== 0) missing.push('root');
/** The reason why the image cannot be built on this machine. With CI=true, this is a failure. */
export const cannotBuild = missing.length === 0 ? undefined : `the image is not tested: it takes ${missing.join(', ')}`;
if (cannotBuild !== undefined && process.env['CI'] === 'true') throw new Error(cannotBuild);

interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
  Labels: Record<string, string>;
  Healthcheck?: { Test: string[] };
}

export interface Image {
  /** The uncompressed size of all its layers. */
  bytes: number;
  config: ImageConfig;
  /** The directory with its files. */
  root: string;
  /** Runs the image's command with additional arguments and settings. */
  start(args: readonly string[], environment?: Record<string, string>): Container;
}

export interface Container {
  process: ChildProcess;
  output(): string;
  /** Resolves to the exit code. */
  ended: Promise<number | null>;
  /** Sends a signal to the first process of the container. */
  kill(signal: NodeJS.Signals): void;
}

/** Builds deploy/image/Dockerfile, with the image store in the directory. */
export function buildImage(directory: string): Image {
  const store = ['--root', `${directory}/store`, '--runroot', `${directory}/run`, '--storage-driver', 'vfs'];
  const buildah = (...args: string[]) => runTool('buildah', [...store, ...args]);
  importBase(buildah, directory);
  const npmrc = path.join(directory, 'npmrc');
  const volumes = [`${npm('config', 'get', 'cache')}:/root/.npm`];
  const cafile = npm('config', 'get', 'cafile');
  if (existsSync(cafile)) volumes.push(`${path.dirname(cafile)}:${path.dirname(cafile)}:ro`);
  writeFileSync(
    npmrc,
    `registry=${npm('config', 'get', 'registry')}\n${existsSync(cafile) ? `cafile=${cafile}\n` : ''}`,
  );
  const file = path.join(ROOT, 'deploy/image/Dockerfile');
  const build = ['build', '--isolation', 'chroot', '--format', 'docker', '--pull-never', '--layers=false'];
  const given = ['--secret', `id=npmrc,src=${npmrc}`, ...volumes.flatMap((volume) => ['--volume', volume])];
  buildah(...build, ...given, '-f', file, '-t', TAG, ROOT);
  const { Config: stored } = JSON.parse(buildah('inspect', '--type', 'image', TAG)) as { Config: string };
  const { config } = JSON.parse(stored) as { config: ImageConfig };
  const [listed] = JSON.parse(buildah('images', '--json', TAG)) as { size: string }[];
  const container = buildah('from', '--pull-never', TAG);
  const root = buildah('mount', container);
  const data = path.join(directory, 'volume');
  mkdirSync(data);
  chownSync(data, USER, USER);
  return {
    bytes: readSize(listed?.size ?? ''),
    config,
    root,
    start: (args, added) => startContainer(root, data, config, args, added),
  };
}

/**
 * Builds a replacement for the base image under the same name, because CI cannot reach the registry. It consists of
 * Debian bookworm from mmdebstrap and this machine's mirrors, the Node.js from our lock file, and this machine's npm,
 * at the same paths.
 */
function importBase(buildah: (...args: string[]) => string, directory: string): void {
  const root = path.join(directory, 'base');
  const mirrors = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'].filter((file) =>
    existsSync(file),
  );
  runTool('mmdebstrap', ['--variant=minbase', '--format=directory', ...LEFT_OUT, 'bookworm', root, ...mirrors]);
  const node = path.join(ROOT, `node_modules/node-linux-${process.arch}/bin/node`);
  cpSync(node, path.join(root, 'usr/local/bin/node'));
  const npmBin = path.dirname(realpathSync(runTool('which', ['npm'])));
  cpSync(path.dirname(npmBin), path.join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'usr/local/bin/npm'));
  const container = buildah('from', 'scratch');
  buildah('copy', '-q', container, root, '/');
  buildah('commit', '-q', '--rm', container, BASE);
}

/**
 * Does what a container engine does with `--read-only --tmpfs /tmp --user 10001 --security-opt no-new-privileges`. It
 * creates separate namespaces for mounts and processes, so that the program is process 1, and shares the network of the
 * machine.
 */
function startContainer(
  root: string,
  data: string,
  config: ImageConfig,
  args: readonly string[],
  environment: Record<string, string> = {},
): Container {
  const variables = [...config.Env, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)];
  const script = `set -e
    mount --bind "$ROOT" "$ROOT" && mount -o remount,bind,ro "$ROOT"
    mount -t tmpfs tmpfs "$ROOT/tmp" && mount -t proc proc "$ROOT/proc" && mount --rbind /dev "$ROOT/dev"
    mount --bind "$DATA" "$ROOT/data"
    exec setpriv --no-new-privs chroot --userspec=${config.User} --groups= "$ROOT" /usr/bin/env -i -C ${config.WorkingDir} "$@"`;
  const command = [...variables, ...(args[0] === 'node' ? [] : config.Entrypoint), ...args];
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', ...command], {
    env: { PATH: process.env['PATH'], ROOT: root, DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  return {
    process: child,
    output: () => printed,
    ended: once(child, 'close').then(([code]) => code as number | null),
    kill: (signal) => {
      if (child.exitCode !== null) return;
      const [first = ''] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
      if (first !== '') process.kill(Number(first), signal);
    },
  };
}

function npm(...args: string[]): string {
  return runTool('npm', [...args, '--silent']);
}

function runTool(tool: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(tool, args, {
    encoding: 'utf8',
    timeout: STEP_WITHIN_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout.trim();
}

/** Parses a size such as "303 MB". */
function readSize(text: string): number {
  const [, number = '', unit = ''] = /^([\d.]+) ?(KB|MB|GB)$/u.exec(text) ?? [];
  const factor = { KB: 1e3, MB: 1e6, GB: 1e9 }[unit];
  if (factor === undefined) throw new Error(`not a size: ${text}`);
  return Number(number) * factor;
}
