import { Authenticator } from '../access/authenticator.ts';
import { ExternalIssuer } from '../access/external-issuer.ts';
import { RejectionLog } from '../access/rejection-log.ts';
import type { Config } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { createLimits } from '../limits/limits.ts';
import type { CountTogether, RedisChange } from '../limits/shared-counts.ts';
import type { Database } from '../store/database/database.ts';

/** Access control: who callers are, and what their limits are. */
export function createAccess(
  config: Config,
  db: Database,
  now: () => Date,
  onRedisChange: (change: RedisChange) => void,
  siblings?: CountTogether,
): Pick<Deps, 'authenticator' | 'limits' | 'rejections'> {
  const { authIssuer, authAudience } = config;
  return {
    authenticator: new Authenticator({
      reads: db.access,
      writes: db.writes,
      now,
      sessionTimes: config,
      outside:
        authIssuer === undefined || authAudience === undefined
          ? undefined
          : new ExternalIssuer(authIssuer, authAudience),
    }),
    limits: createLimits(config, onRedisChange, siblings),
    rejections: new RejectionLog(db.writes, now),
  };
}
