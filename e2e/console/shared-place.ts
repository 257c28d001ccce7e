import { inject } from 'vitest';

/** A service, with its operator's credential. */
export interface Place {
  origin: string;
  authorization: string;
}

/** A service that `global-setup.ts` started, with its database. */
export interface SharedPlace extends Place {
  databaseUrl: string;
}

/**
 * Returns the service that is shared by this worker's test files. Concurrent files have different services, so their
 * changes do not conflict.
 */
export function sharedPlace(): SharedPlace {
  const place = inject('places')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (place === undefined) throw new Error('There are more workers than services.');
  return place;
}
