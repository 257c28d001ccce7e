import type { Authenticator } from './access/authenticator.ts';
import type { RejectionLog } from './access/rejection-log.ts';
import type { BankSampler } from './cached/bank-sample.ts';
import type { CategorySource } from './cached/categories.ts';
import type { Config } from './config/config.ts';
import type { QuestionCheck } from './domain/questions/question-check.ts';
import type { Limits } from './limits/limits.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { JobEnd } from './queue/job-kind.ts';
import type { JobQueue } from './queue/queue.ts';
import type { Database } from './store/database/database.ts';
import type { Notices } from './store/database/notices.ts';
import type { Tracing } from './tracing/tracing.ts';

/** Everything a route may need from outside, handed in by bin/ or by a test. */
export interface Deps {
  db: Database;
  config: Config;
  categories: CategorySource;
  bankSample: BankSampler;
  /** The rules of POST /questions, for questions that come by other ways. */
  checkQuestion: QuestionCheck;
  authenticator: Authenticator;
  limits: Limits;
  rejections: RejectionLog;
  queue: JobQueue;
  metrics: Metrics;
  /** Where spans are sent, or undefined where nobody asked for them. */
  tracing?: Tracing | undefined;
  /** Told of every job that was taken, when nothing more will be done about it in this process. */
  jobEnded?: (end: JobEnd) => void;
  /** Tells of what happens in whatever process, such as the end of an analysis. */
  notices: Notices;
  now: () => Date;
  /** A new UUIDv7. */
  newId: () => string;
}
