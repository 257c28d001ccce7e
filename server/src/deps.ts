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

/** Everything that routes need from outside, provided by bin/ or by a test. */
export interface Deps {
  db: Database;
  config: Config;
  categories: CategorySource;
  bankSample: BankSampler;
  /** The rules of POST /questions, for questions that arrive in other ways. */
  checkQuestion: QuestionCheck;
  authenticator: Authenticator;
  limits: Limits;
  rejections: RejectionLog;
  queue: JobQueue;
  metrics: Metrics;
  /** Where spans are sent; undefined if tracing is off. */
  tracing?: Tracing | undefined;
  /** Called for every job when it is finished in this process. */
  jobEnded?: (end: JobEnd) => void;
  /** Announces events of any process, such as the end of an analysis. */
  notices: Notices;
  now: () => Date;
  /** A new UUIDv7. */
  newId: () => string;
}
