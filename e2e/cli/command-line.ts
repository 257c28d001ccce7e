import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { type Service, startService, temporaryDirectory } from '../support/service.ts';
import { newDatabase } from '../support/shared-postgres.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The command that build-command.ts has built. */
export const COMMAND = path.join(ROOT, 'cli/dist/quaestor.js');

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export const parsed = <Value>({ out }: Ended) => JSON.parse(out) as Value;

/** The environment, without the developer's own settings. */
export function commandEnvironment(config: string): NodeJS.ProcessEnv {
  const { QUAESTOR_TOKEN: _token, QUAESTOR_URL: _url, QUAESTOR_PROFILE: _profile, ...inherited } = process.env;
  return { ...inherited, QUAESTOR_CONFIG: config, NO_COLOR: '1' };
}

/** Sets up the command in its own folder, logged in to a service with the demo bank. */
export interface CommandLine {
  folder: string;
  service: Service;
  environment: NodeJS.ProcessEnv;
  run: (args: readonly string[], input?: string, changed?: NodeJS.ProcessEnv) => Ended;
  /** Returns what a terminal with this many columns shows, including stderr but without carriage returns. */
  show: (args: readonly string[], columns?: number, changed?: NodeJS.ProcessEnv) => string;
  end: () => Promise<void>;
}

export async function startCommandLine(settings: Record<string, string> = {}): Promise<CommandLine> {
  const directory = await temporaryDirectory();
  const limits = { RATE_LIMIT: 'false', OVERLOAD_DELAY_MS: '0' };
  const database = { DATABASE_URL: await newDatabase('demo'), DATA_DIR: directory.path };
  const service = await startService({ ...database, ...limits, ...settings });
  const environment = commandEnvironment(path.join(directory.path, 'config'));
  const run: CommandLine['run'] = (args, input = '', changed = {}) => {
    const ended = spawnSync('node', [COMMAND, ...args], {
      cwd: directory.path,
      input,
      encoding: 'utf8',
      env: { ...environment, ...changed },
      timeout: 200_000,
    });
    return { code: ended.status, out: ended.stdout, err: ended.stderr };
  };
  const show: CommandLine['show'] = (args, columns = 80, changed = {}) => {
    const line = `stty cols ${columns}; node ${COMMAND} ${args.map((one) => `'${one}'`).join(' ')}`;
    return spawnSync('script', ['-qc', line, '/dev/null'], {
      cwd: directory.path,
      env: { ...environment, ...changed },
      encoding: 'utf8',
      timeout: 200_000,
    }).stdout.replaceAll('\r\n', '\n');
  };
  const login = run(['login', '--url', service.origin], service.authorization.slice('Bearer '.length));
  expect(login.code, login.err).toBe(0);
  return {
    folder: directory.path,
    service,
    environment,
    run,
    show,
    end: async () => {
      await service.end();
      await directory.remove();
    },
  };
}
