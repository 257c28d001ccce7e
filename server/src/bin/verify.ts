import { readConfig } from '../config.ts';
import { FIRST_ID } from '../store/derived-columns.ts';
import { listWrongBlocks, listWrongDerivations, listWrongTags, listWrongTopics } from '../store/verification.ts';
import { connectDeps } from './deps.ts';
import { createLogger } from './logger.ts';
import { requireDatabaseUrl } from './require-database-url.ts';
import { runTask } from './run.ts';

const BATCH = 5000;

/** Holds everything derived against what it is derived from; exits 1 when anything differs. */
await runTask(async () => {
  const config = readConfig({ ...process.env, READ_TIMEOUT_MS: '600000' });
  const { db, categories } = await connectDeps(config, requireDatabaseUrl(config), createLogger('warn'));
  const blocks = await listWrongBlocks(db.reads);
  const topics = await listWrongTopics(db.reads);
  const tags = await listWrongTags(db.reads);
  const questions: string[] = [];
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const { wrong, lastId } = await listWrongDerivations(db.reads, categories.current, after, BATCH);
    questions.push(...wrong);
    after = lastId;
  }
  await db.close();
  for (const row of [...blocks, ...topics].slice(0, 20)) process.stdout.write(`wrong count: ${JSON.stringify(row)}\n`);
  for (const row of tags.slice(0, 20)) process.stdout.write(`wrong tag: ${JSON.stringify(row)}\n`);
  for (const id of questions.slice(0, 20)) process.stdout.write(`wrong body or features: ${id}\n`);
  process.stdout.write(
    `${blocks.length} blocks, ${topics.length} topics, ${tags.length} tags, ${questions.length} questions differ\n`,
  );
  return blocks.length + topics.length + tags.length + questions.length > 0 ? 1 : 0;
});
