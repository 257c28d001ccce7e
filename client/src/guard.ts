import type { RequestOptions } from './connection.ts';

/** The expected version. If the current version differs, the change is rejected. */
export interface Guard {
  ifVersion?: number;
}

export function guarded({ ifVersion, ...options }: RequestOptions & Guard = {}): RequestOptions {
  if (ifVersion === undefined) return options;
  return { ...options, headers: { 'if-match': `"${ifVersion}"`, ...options.headers } };
}
