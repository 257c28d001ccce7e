import { writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { buildApp } from '../app.ts';
import { createBankSampler } from '../cached/bank-sample.ts';
import { readConfig } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { CategoryCatalogue } from '../domain/categories.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { renderOpenApi } from '../plugins/openapi/openapi.ts';
import { compileQuestionCheck } from '../plugins/validation/question-check.ts';
import { createJobQueue } from '../queue/queue.ts';
import { QuestionDraft } from '../routes/questions/schema.ts';
import { connectDatabase } from '../store/database/database.ts';
import { Notices } from '../store/database/notices.ts';
import { createAccess } from './create-access.ts';

/** Writes openapi.json from the route schemas. The database is never queried. */
const db = connectDatabase({ url: 'postgres://nowhere', poolSize: 1, readTimeoutMs: 1, writeTimeoutMs: 1 }, () => {});
const config = readConfig({});
const now = () => new Date(0);
const NO_CATEGORIES = new CategoryCatalogue([]);
const categories: Deps['categories'] = {
  current: NO_CATEGORIES,
  refresh: async () => NO_CATEGORIES,
  including: async () => NO_CATEGORIES,
  close: () => {},
};
const deps: Deps = {
  db,
  config,
  metrics: createMetrics(db, 'task'),
  categories,
  checkQuestion: compileQuestionCheck(categories, QuestionDraft),
  bankSample: createBankSampler(db.reads),
  ...createAccess(config, db, now, () => {}),
  queue: createJobQueue(db.reads, () => {}),
  notices: new Notices(db.url, () => {}),
  now,
  newId: () => '',
};
const app = await buildApp(deps, pino({ level: 'silent' }));
await writeFile(new URL('../../../openapi.json', import.meta.url), renderOpenApi(app));
await app.close();
