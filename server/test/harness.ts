import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { afterAll, inject } from 'vitest';
import { createAccess } from '../src/access/create-access.ts';
import { buildApp } from '../src/app.ts';
import { createBankSampler } from '../src/bank-sample.ts';
import { closeDeps } from '../src/bin/deps.ts';
import { watchCategories } from '../src/categories.ts';
import { readConfig } from '../src/config.ts';
import type { Deps } from '../src/deps.ts';
import { digestSecret } from '../src/domain/secret.ts';
import { createJobQueue } from '../src/queue/queue.ts';
import { connectDatabase } from '../src/store/database.ts';
import { Notices } from '../src/store/notices.ts';
import { replaceOperatorToken } from '../src/store/operator-tokens.ts';
import { admin, withDatabase } from './global-setup.ts';

export interface TestService {
  app: FastifyInstance;
  deps: Deps;
  databaseUrl: string;
  /** A clock the test may move; undefined: the real one. */
  clock: { now?: Date };
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Creates one question or several through the API and gives back what the API answered. */
  create(questions: object): Promise<StoredQuestion[]>;
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

/** Tests that are not about access ask without a token and without end. */
const ALL_BUT_MANAGEMENT =
  'questions:read,questions:play,questions:write,questions:delete,analysis:read,analysis:run,events:read';
const OPERATOR_TOKEN = randomBytes(24).toString('hex');
/** What the operator of every test service sends. */
export const asOperator = { authorization: `Bearer ${OPERATOR_TOKEN}` };

/** How to end each service of this file. Registered here, because a hook that a running test registers is never run. */
const running: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of running.splice(0)) await end();
});

/** A database of its own, cloned from the migrated template, and the whole service on it, without a socket. */
export async function startTestService(
  environment: Record<string, string> = {},
  logger: FastifyBaseLogger = pino({ level: 'silent' }),
): Promise<TestService> {
  const name = `quaestor_test_${randomBytes(6).toString('hex')}`;
  const serverUrl = inject('serverUrl');
  await admin(serverUrl, `create database ${name} template ${inject('template')}`);
  const databaseUrl = withDatabase(serverUrl, name);
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '8',
    ANONYMOUS_SCOPES: ALL_BUT_MANAGEMENT,
    RATE_LIMIT: 'false',
    ANALYSIS_WAIT_MS: '0', // there is no worker unless a test starts one
    // A machine that runs many tests at once is slow, and that is not what they are about.
    OVERLOAD_DELAY_MS: '0',
    SCAN_TIMEOUT_MS: '5000',
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
  const deps: Deps = {
    db,
    config,
    categories: await watchCategories(db.reads),
    bankSample: createBankSampler(db.reads),
    ...createAccess(config, db, now, () => {}),
    queue: createJobQueue(db.reads, () => {}),
    notices: new Notices(databaseUrl, () => {}),
    now,
    newId: uuidv7,
  };
  await replaceOperatorToken(db.writes, 'configured', digestSecret(OPERATOR_TOKEN), now());
  const app = await buildApp(deps, logger);
  running.push(async () => {
    await app.close();
    await closeDeps(deps);
    await admin(serverUrl, `drop database if exists ${name} with (force)`);
  });
  const request = (options: InjectOptions) => app.inject(options);
  const create = async (questions: object) => {
    const answer = await request({ method: 'POST', url: '/questions', payload: questions });
    if (answer.statusCode !== 201) throw new Error(`not created: ${answer.body}`);
    return Array.isArray(questions) ? answer.json<{ data: StoredQuestion[] }>().data : [answer.json<StoredQuestion>()];
  };
  return { app, deps, databaseUrl, clock, request, create };
}

/** A valid question, changed as the test needs it. */
export function draft(change: object = {}): { question_text: string; [field: string]: unknown } {
  return {
    question_text: 'Which planet is closest to the Sun?',
    correct_answer: 'Mercury',
    category: 'Astronomy',
    difficulty: 0,
    ...change,
  };
}
