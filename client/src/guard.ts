import type { RequestOptions } from './connection.ts';

/** A change is rejected when what it is about has another version than this. */
export interface Guard {
  ifVersion?: number;
}

export function guarded({ ifVersion, ...options }: RequestOptions & Guard = {}): RequestOptions {
  if (ifVersion === undefined) return options;
  return { ...options, headers: { 'if-match': `"${ifVersion}"`, ...options.headers } };
}
