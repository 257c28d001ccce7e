import { writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { createAccess } from '../access/create-access.ts';
import { buildApp } from '../app.ts';
import { createBankSampler } from '../bank-sample.ts';
import { readConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { CategoryCatalogue } from '../domain/category.ts';
import { renderOpenApi } from '../plugins/openapi.ts';
import { createJobQueue } from '../queue/queue.ts';
import { connectDatabase } from '../store/database.ts';
import { Notices } from '../store/notices.ts';

/** Writes openapi.json from the route schemas. Nothing is asked of a database: the pools are never used. */
const db = connectDatabase({ url: 'postgres://nowhere', poolSize: 1, readTimeoutMs: 1, writeTimeoutMs: 1 }, () => {});
const config = readConfig({});
const now = () => new Date(0);
const deps: Deps = {
  db,
  config,
  categories: { current: new CategoryCatalogue([]) },
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
