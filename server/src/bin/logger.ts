import { type DestinationStream, pino } from 'pino';

/** Names under which something secret could stand in an object that is logged; errors of libraries carry requests along. */
const SECRETS = ['authorization', 'client_secret', 'access_token', 'token', 'password', 'cookie'];

export function createLogger(level: string, destination?: DestinationStream) {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
