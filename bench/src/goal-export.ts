import { to as copyTo } from 'pg-copy-streams';
import type { Context } from './context.ts';
import { peakMegabytes } from './memory.ts';
import { startApi } from './processes.ts';
import { type Goal, sandwich } from './ratio.ts';

/** Compares an export of all ready questions as JSON Lines over HTTP with COPY of the same rows. Both are discarded. */
export const exportGoal: Goal = {
  id: 'export',
  name: 'export of all as JSONL ÷ COPY TO of their rows, rows per second',
  better: 'higher',
  floor: 0.4,
  reachable: 0.7,
  moonshot: 1,
  run: async (context) => {
    const api = await startApi(context.databaseUrl);
    try {
      const measured = await sandwich(
        context,
        api.pid,
        () => copyOut(context),
        () => download(`${api.origin}/questions/export`),
      );
      return { ...measured, ours: `${measured.ours} in ${peakMegabytes(api.pid)} MiB` };
    } finally {
      await api.stop();
    }
  },
};

async function copyOut({ db, count }: Context): Promise<number> {
  const client = await db.connect();
  const started = performance.now();
  let bytes = 0;
  const rows = client.query(
    copyTo(`copy (select * from questions where status = 'ready' and deleted_at is null) to stdout`),
  );
  for await (const piece of rows as AsyncIterable<Buffer>) bytes += piece.length;
  client.release();
  if (bytes === 0) throw new Error('the bank is empty');
  return count / ((performance.now() - started) / 1000);
}

const LINE_END = 10;

async function download(url: string): Promise<{ perSecond: number; requests: number }> {
  const started = performance.now();
  let rows = 0;
  for await (const piece of (await fetch(url)).body ?? [])
    for (let at = piece.indexOf(LINE_END); at !== -1; at = piece.indexOf(LINE_END, at + 1)) rows += 1;
  return { perSecond: rows / ((performance.now() - started) / 1000), requests: rows };
}
