import type { Authenticator } from './access/authenticator.ts';
import type { BankSampler } from './bank-sample.ts';
import type { Config } from './config.ts';
import type { CategoryCatalogue } from './domain/category.ts';
import type { Limits } from './limits/limits.ts';
import type { JobQueue } from './queue/queue.ts';
import type { Database } from './store/database.ts';
import type { Notices } from './store/notices.ts';

/** Everything a route may need from outside, handed in by bin/ or by a test. */
export interface Deps {
  db: Database;
  config: Config;
  categories: CategorySource;
  bankSample: BankSampler;
  authenticator: Authenticator;
  limits: Limits;
  queue: JobQueue;
  /** Tells of analyses that have ended, in whatever process. */
  notices: Notices;
  now: () => Date;
  /** A new UUIDv7. */
  newId: () => string;
}

/** The categories as last read from the database, always at hand without waiting. */
export interface CategorySource {
  readonly current: CategoryCatalogue;
}
