import { SCOPES, type Scope } from './domain/scope.ts';

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
export const optionalUrl = (value: string): string | undefined | Problem =>
  value === '' ? undefined : URL.canParse(value) ? value.replace(/\/$/u, '') : new Problem('is not a URL');
export const flag = (value: string): boolean | Problem =>
  value === 'true' ? true : value === 'false' ? false : new Problem('must be true or false');
/** How many proxies stand in front: false is none, true is one. */
export const proxies = (value: string): number | Problem => {
  const count = Number({ false: '0', true: '1' }[value] ?? (/^\d$/u.test(value) ? value : Number.NaN));
  return Number.isNaN(count) ? new Problem('must be true, false or a number of proxies from 0 to 9') : count;
};
export const list = (value: string): readonly string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
export const integer = (minimum: number, maximum: number) => (value: string) => {
  const number = Number(value);
  const fits = /^\d+$/u.test(value) && number >= minimum && number <= maximum;
  return fits ? number : new Problem(`must be a whole number from ${minimum} to ${maximum}`);
};
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
export const logLevel = (value: string): string | Problem =>
  LOG_LEVELS.includes(value) ? value : new Problem(`must be one of ${LOG_LEVELS.join(', ')}`);

const PRINTABLE = /^[^\p{Cc}\s](?:[^\p{Cc}]*[^\p{Cc}\s])?$/u;
export const optionalSecret =
  (minimum: number) =>
  (value: string): string | undefined | Problem => {
    if (value === '') return undefined;
    return Array.from(value).length >= minimum && PRINTABLE.test(value)
      ? value
      : new Problem(`must be text of ${minimum} characters or more, without line breaks, and not end in a space`);
  };
export const scopes =
  (refused: readonly Scope[]) =>
  (value: string): readonly Scope[] | Problem => {
    const allowed = SCOPES.filter((scope) => !refused.includes(scope));
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
