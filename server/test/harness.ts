import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { inject } from 'vitest';
import { buildApp } from '../src/app.ts';
import { createAccess } from '../src/bin/create-access.ts';
import { closeDeps } from '../src/bin/deps.ts';
import { createBankSampler } from '../src/cached/bank-sample.ts';
import { watchCategories } from '../src/cached/categories.ts';
import { readConfig } from '../src/config/config.ts';
import type { Deps } from '../src/deps.ts';
import { digestSecret } from '../src/domain/tokens/secret.ts';
import { createMetrics } from '../src/metrics/metrics.ts';
import { compileQuestionCheck } from '../src/plugins/validation/question-check.ts';
import { createJobQueue } from '../src/queue/queue.ts';
import { QuestionDraft } from '../src/routes/questions/schema.ts';
import { connectDatabase } from '../src/store/database/database.ts';
import { Notices } from '../src/store/database/notices.ts';
import { replaceOperatorToken } from '../src/store/tokens/operator-tokens.ts';
import { atFileEnd } from './file-end.ts';
import { admin, withDatabase } from './global-setup.ts';

export interface TestService {
  app: FastifyInstance;
  deps: Deps;
  databaseUrl: string;
  /** A clock that the test may move; undefined for the real one. */
  clock: { now?: Date };
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Creates one question or several through the API and returns the reply. */
  create(questions: object): Promise<StoredQuestion[]>;
  /**
   * Closes itself at the end of the file; a file that starts many should close each with its test, or connections run
   * out.
   */
  end(): Promise<void>;
}

export interface StoredQuestion {
  id: string;
  question_text: string;
  correct_answer: string;
  category: string;
  difficulty: number;
  version: number;
  created_at: string;
  updated_at: string;
  [field: string]: unknown;
}

/** Tests that are not about access send no token and have no limits. */
const ALL_BUT_MANAGEMENT =
  'questions:read,questions:play,questions:write,questions:delete,analysis:read,analysis:run,events:read';
const OPERATOR_TOKEN = randomBytes(24).toString('hex');
/** The credentials of the operator of every test service. */
export const asOperator = { authorization: `Bearer ${OPERATOR_TOKEN}` };

/** Logs the reason if a test gets an unexpected 500. */
const ERRORS = pino({ level: 'error' }, pino.destination(2));

const TIMED_OUT = '57014';
const MAX_TRIES = 20;

/** Repeats a start that timed out: even with short time limits, a service must start on a busy machine. */
async function patiently<Result>(start: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if ((error as { code?: string }).code !== TIMED_OUT || tries === MAX_TRIES) throw error;
    }
  }
}

/** A separate database, cloned from the migrated template, with the whole service on it, without a socket. */
export async function startTestService(
  environment: Record<string, string> = {},
  logger: FastifyBaseLogger = ERRORS,
): Promise<TestService> {
  const service = await buildTestService(environment, logger);
  atFileEnd(() => service.end());
  return service;
}

/** The same, but it outlives the file, for resources that several files share. */
export async function buildTestService(
  environment: Record<string, string> = {},
  logger: FastifyBaseLogger = ERRORS,
): Promise<TestService> {
  const { databaseUrl, drop } = await cloneDatabase();
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '8',
    ANONYMOUS_SCOPES: ALL_BUT_MANAGEMENT,
    RATE_LIMIT: 'false',
    CONSOLE: 'false', // tests do not depend on it, whether or not it is built
    ANALYSIS_WAIT_MS: '0', // there is no worker unless a test starts one
    // A machine that runs many tests at once is slow, which must not make the service shed load.
    OVERLOAD_DELAY_MS: '0',
    SCAN_TIMEOUT_MS: '5000',
    READ_TIMEOUT_MS: '50000',
    WRITE_TIMEOUT_MS: '150000',
    RESPONSE_TIMEOUT_MS: '200000',
    ...environment,
  });
  const db = connectDatabase(
    {
      url: databaseUrl,
      poolSize: config.databasePoolSize,
      readTimeoutMs: config.readTimeoutMs,
      writeTimeoutMs: config.writeTimeoutMs,
    },
    () => {},
  );
  const clock: { now?: Date } = {};
  const now = () => clock.now ?? new Date();
  const categories = await patiently(() => watchCategories(db.reads));
  const deps: Deps = {
    db,
    config,
    metrics: createMetrics(db, 'start'),
    categories,
    checkQuestion: compileQuestionCheck(categories, QuestionDraft),
    bankSample: createBankSampler(db.reads),
    ...createAccess(config, db, now, () => {}),
    queue: createJobQueue(db.reads, () => {}),
    notices: new Notices(databaseUrl, () => {}),
    now,
    newId: uuidv7,
  };
  await patiently(() => replaceOperatorToken(db.writes, 'configured', digestSecret(OPERATOR_TOKEN), now()));
  const app = await buildApp(deps, logger);
  let ended: Promise<void> | undefined;
  const close = async () => {
    await app.close();
    await closeDeps(deps);
    await drop();
  };
  const end = () => (ended ??= close());
  const request = (options: InjectOptions) => app.inject(options);
  const create = async (questions: object) => {
    const reply = await request({ method: 'POST', url: '/questions', payload: questions });
    if (reply.statusCode !== 201) throw new Error(`not created: ${reply.body}`);
    return Array.isArray(questions) ? reply.json<{ data: StoredQuestion[] }>().data : [reply.json<StoredQuestion>()];
  };
  return { app, deps, databaseUrl, clock, request, create, end };
}

/** A copy of the migrated template, or of another database. */
export async function cloneDatabase(
  template = inject('template'),
): Promise<{ name: string; databaseUrl: string; drop: () => Promise<void> }> {
  const name = `${inject('databasePrefix')}${randomBytes(6).toString('hex')}`;
  const serverUrl = inject('serverUrl');
  // Test data need not survive a power loss; a setting of the template would not be cloned with it.
  const clone = `create database ${name} template ${template}`;
  await admin(serverUrl, clone, `alter database ${name} set synchronous_commit = off`);
  return {
    name,
    databaseUrl: withDatabase(serverUrl, name),
    drop: () => admin(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

/** A valid question, with the changes of the test. */
export function draft(change: object = {}): { question_text: string; [field: string]: unknown } {
  return {
    question_text: 'Which planet is closest to the Sun?',
    correct_answer: 'Mercury',
    category: 'Astronomy',
    difficulty: 0,
    ...change,
  };
}
