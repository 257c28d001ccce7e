import { inject } from 'vitest';

/** A service, and the operator's credential there. */
export interface Place {
  origin: string;
  authorization: string;
}

/** One that `global-setup.ts` started, with its database. */
export interface SharedPlace extends Place {
  databaseUrl: string;
}

/** The one that the files of this worker share: two that run at the same time never meet each other's changes. */
export function sharedPlace(): SharedPlace {
  const place = inject('places')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (place === undefined) throw new Error('There are more workers than services.');
  return place;
}
