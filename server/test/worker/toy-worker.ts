import { startConsumer } from '../../src/queue/consumer.ts';
import { createJobQueue } from '../../src/queue/queue.ts';
import { connectDatabase } from '../../src/store/database/database.ts';
import { Notices } from '../../src/store/database/notices.ts';
import { toy } from './toy-job.ts';

/** A worker in a separate process, which can be killed; its argument is the database. */
const [url = ''] = process.argv.slice(2);
const db = connectDatabase({ url, poolSize: 4, readTimeoutMs: 5000, writeTimeoutMs: 5000 }, () => {});
const deps = {
  db,
  queue: createJobQueue<Record<string, object>>(db.reads, () => {}),
  notices: new Notices(url, () => {}),
  config: { stopTimeoutMs: 5000 },
  now: () => new Date(),
};
await startConsumer(deps, [toy()], { warn: () => {} });
