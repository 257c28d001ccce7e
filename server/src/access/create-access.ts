import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { createLimits } from '../limits/limits.ts';
import type { Database } from '../store/database.ts';
import { Authenticator } from './authenticator.ts';
import { OutsideIssuer } from './outside-issuer.ts';

/** What stands at the door: who callers are, and how much they may ask for. */
export function createAccess(
  config: Config,
  db: Database,
  now: () => Date,
  onRedisError: (error: Error) => void,
): Pick<Deps, 'authenticator' | 'limits'> {
  const { authIssuer, authAudience } = config;
  return {
    authenticator: new Authenticator({
      reads: db.access,
      writes: db.writes,
      now,
      outside:
        authIssuer === undefined || authAudience === undefined
          ? undefined
          : new OutsideIssuer(authIssuer, authAudience),
    }),
    limits: createLimits(config, onRedisError),
  };
}
