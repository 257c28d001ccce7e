/** Reads pages by a pipeline in a separate process, and prints how many bytes moved to old space in the meantime. */
import { getHeapSpaceStatistics } from 'node:v8';
import { Pipeline } from '../../src/store/database/pipeline.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const limits = { applicationName: 'garbage of the pipeline', statementTimeoutMs: 60_000 };
const pipeline = new Pipeline(databaseUrl, limits, () => {});

/** Full collections free some of it, so that only growth counts. */
async function readPages(pages: number): Promise<number> {
  const text = `select repeat('12345678', 1024) as page, $1::integer`;
  let moved = 0;
  for (let page = 0; page < pages; page += 1) {
    const before = oldSpaceBytes();
    await pipeline.query({ name: 'page', text, values: [page] });
    moved += Math.max(0, oldSpaceBytes() - before);
  }
  return moved;
}

function oldSpaceBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
}

await readPages(2000); // until young space has reached its size
process.stdout.write(String(await readPages(4000))); // 32 MB
await pipeline.end();
