import type { RequestOptions } from './connection.ts';

/** The change is rejected if the current version differs from this one. */
export interface Guard {
  ifVersion?: number;
}

export function guarded({ ifVersion, ...options }: RequestOptions & Guard = {}): RequestOptions {
  if (ifVersion === undefined) return options;
  return { ...options, headers: { 'if-match': `"${ifVersion}"`, ...options.headers } };
}
