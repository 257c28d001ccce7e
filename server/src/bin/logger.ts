import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';
import { VERSION } from '../config/version.ts';
import { foldRepeats } from './fold-repeats.ts';
import { openOutput } from './output.ts';

/** Names of fields that may contain a secret in a logged object; errors of libraries include requests. */
const SECRETS = ['authorization', 'client_secret', 'access_token', 'token', 'password', 'cookie'];

export type Role = 'api' | 'worker' | 'start' | 'verify' | 'admin-token' | 'admin-link';

export function createLogger(level: string, role: Role, destination?: DestinationStream) {
  const options = {
    level,
    base: { role, pid: process.pid, host: hostname(), version: VERSION },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    hooks: { logMethod: foldRepeats() },
  };
  const onDropped = (lines: number) => logger.warn({ lines }, 'log lines were dropped, because nobody read them');
  const logger: Logger = pino(options, destination ?? openOutput(1, onDropped));
  return logger;
}
