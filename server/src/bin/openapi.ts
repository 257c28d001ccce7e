import { writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { CategoryCatalogue } from '../domain/category.ts';
import { renderOpenApi } from '../plugins/openapi.ts';
import { connectDatabase } from '../store/database.ts';

/** Writes openapi.json from the route schemas. Nothing is asked of a database: the pools are never used. */
const deps: Deps = {
  db: connectDatabase({ url: 'postgres://nowhere', poolSize: 1, readTimeoutMs: 1, writeTimeoutMs: 1 }, () => {}),
  config: readConfig({}),
  categories: { current: new CategoryCatalogue([]) },
  now: () => new Date(0),
  newId: () => '',
};
const app = await buildApp(deps, pino({ level: 'silent' }));
await writeFile(new URL('../../../openapi.json', import.meta.url), renderOpenApi(app));
await app.close();
