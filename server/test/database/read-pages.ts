/** Reads pages by a pipeline in a process of its own, and prints how many bytes moved to old space meanwhile. */
import { getHeapSpaceStatistics } from 'node:v8';
import { Pipeline } from '../../src/store/database/pipeline.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const limits = { applicationName: 'garbage of the pipeline', statementTimeoutMs: 60_000 };
const pipeline = new Pipeline(databaseUrl, limits, () => {});

/** A full collection takes some away again, so that growth counts alone. */
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

await readPages(2000); // by then young space has its size
process.stdout.write(String(await readPages(4000))); // 32 MB
await pipeline.end();
