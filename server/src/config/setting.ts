import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { SCOPES, type Scope } from '../domain/tokens/scope.ts';
import { MIN_CHOSEN_LENGTH, mayBeToken } from '../domain/tokens/secret.ts';

/** One environment variable: its name, what it means, its default and how it is read. */
export interface Setting<Value> {
  readonly variable: string;
  readonly meaning: string;
  readonly fallback: string;
  readonly read: (text: string) => Value | Problem;
}

export class Problem {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

export const text = (value: string): string | Problem =>
  value.trim() === '' ? new Problem('must not be empty') : value;
export const optionalText = (value: string): string | undefined => (value.trim() === '' ? undefined : value);
/** A URL with one of these schemes. */
export const optionalUrl =
  (...schemes: readonly string[]) =>
  (value: string): string | undefined | Problem => {
    if (value === '') return undefined;
    const scheme = URL.parse(value)?.protocol.slice(0, -1);
    if (scheme === undefined) return new Problem('is not a URL');
    return schemes.includes(scheme)
      ? value.replace(/\/$/u, '')
      : new Problem(`must begin with ${schemes.map((name) => `${name}://`).join(' or ')}`);
  };
/** Browsers send an origin without a slash at the end, and never a wildcard. */
export const origins = (value: string): readonly string[] | Problem => {
  const named = list(value);
  const wrong = named.find((origin) => URL.parse(origin)?.origin !== origin);
  return wrong === undefined
    ? named
    : new Problem(`must be a list of origins such as https://quiz.example, and "${wrong}" is not one`);
};
/** Kept as written, because a trailing slash is part of a provider's name. */
export const optionalIssuer = (value: string): string | undefined | Problem => {
  if (value === '') return undefined;
  const url = URL.parse(value);
  const isIssuer = url !== null && /^https?:$/u.test(url.protocol) && url.search === '' && url.hash === '';
  return isIssuer ? value : new Problem('must be an http or https URL without query and fragment');
};
export const flag = (value: string): boolean | Problem =>
  value === 'true' ? true : value === 'false' ? false : new Problem('must be true or false');
/** The number of proxies in front: false is none, true is one. */
export const proxies = (value: string): number | Problem => {
  const count = Number({ false: '0', true: '1' }[value] ?? (/^\d$/u.test(value) ? value : Number.NaN));
  return Number.isNaN(count) ? new Problem('must be true, false or a number of proxies from 0 to 9') : count;
};
const list = (value: string): readonly string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
/** Networks as `10.0.0.0/8` or `fd00::/8`, separated by commas. */
export const networks = (value: string): readonly string[] | Problem => {
  const named = list(value);
  const wrong = named.find((network) => {
    const [address = '', bits = '', ...more] = network.split('/');
    const family = isIP(address);
    return family === 0 || more.length > 0 || !/^\d{1,3}$/u.test(bits) || Number(bits) > (family === 4 ? 32 : 128);
  });
  return wrong === undefined
    ? named
    : new Problem(`must be a list of networks such as 10.0.0.0/8, and "${wrong}" is not one`);
};
export const integer = (minimum: number, maximum: number) => (value: string) => {
  const number = Number(value);
  const fits = /^\d+$/u.test(value) && number >= minimum && number <= maximum;
  return fits ? number : new Problem(`must be a whole number from ${minimum} to ${maximum}`);
};
/** The number of processes: `auto` is one for each processor. */
export const processes = (value: string): number | Problem => {
  if (value === 'auto') return availableParallelism();
  const count = integer(1, 64)(value);
  return count instanceof Problem ? new Problem('must be auto or a whole number from 1 to 64') : count;
};
export const share = (value: string): number | Problem =>
  /^(?:0|1|0?\.\d+|1\.0+)$/u.test(value) ? Number(value) : new Problem('must be a number from 0 to 1');
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
export const logLevel = (value: string): string | Problem =>
  LOG_LEVELS.includes(value) ? value : new Problem(`must be one of ${LOG_LEVELS.join(', ')}`);

const PRINTABLE = /^[^\p{Cc}\s](?:[^\p{Cc}]*[^\p{Cc}\s])?$/u;
/**
 * A token chosen by the operator. A text that only begins like one of our tokens would be rejected without a lookup.
 */
export const optionalToken = (value: string): string | undefined | Problem => {
  if (value === '') return undefined;
  if (Array.from(value).length < MIN_CHOSEN_LENGTH || !PRINTABLE.test(value)) {
    return new Problem(
      `must have at least ${MIN_CHOSEN_LENGTH} characters and no line breaks, and must not begin or end with a space`,
    );
  }
  if (mayBeToken(value)) return value;
  return new Problem(
    `begins with "${value.slice(0, 4)}" like a token of this service, but is none: it is incomplete, mistyped or a client secret, and would never be accepted. Use a complete token, or a text that begins differently`,
  );
};
export const scopes =
  (rejected: readonly Scope[]) =>
  (value: string): readonly Scope[] | Problem => {
    const allowed = SCOPES.filter((scope) => !rejected.includes(scope));
    const named = list(value);
    const known = allowed.filter((scope) => named.includes(scope));
    return named.every((name) => allowed.includes(name as Scope))
      ? known
      : new Problem(`must be a list of ${allowed.join(', ')}`);
  };

export function setting<Value>(
  variable: string,
  fallback: string,
  read: (text: string) => Value | Problem,
  meaning: string,
): Setting<Value> {
  return { variable, fallback, read, meaning };
}
