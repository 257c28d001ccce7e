import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startEmbeddedPostgres } from '../../server/src/bin/embedded-postgres.ts';
import { migrate } from '../../server/src/bin/migrate-database.ts';
import { writeWorkbook } from '../../server/src/formats/xlsx/write.ts';
import { cloneDatabase } from './clone-database.ts';
import { copyLines, QUESTION_COLUMNS } from './copy-rows.ts';
import { peakMegabytes } from './memory.ts';
import { startApi, startWorkerProcess } from './processes.ts';
import { generateQuestions } from './question-generator.ts';
import { percentile, readTimes } from './reader.ts';

interface ImportBody {
  id: string;
  status: string;
  phase: string;
  counts: { created: number };
  error: object | null;
}

const IDLE_READS = 500;

export const IMPORTED_FORMATS = ['csv', 'xlsx'] as const;
type ImportedFormat = (typeof IMPORTED_FORMATS)[number];

/** Compares an import of `count` questions with a COPY of the same rows into the same table in another database. */
export async function benchImport(
  directory: string,
  { count, format }: { count: number; format: ImportedFormat },
  say: (line: string) => void,
): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres(directory, { shared_buffers: '512MB', max_wal_size: '4GB' });
  await migrate(postgres.url);
  const copied = await cloneDatabase(postgres.url, 'bench_copy');
  const file = path.join(directory, `questions.${format}`);
  const pieces = format === 'csv' ? csvPieces(count) : writeWorkbook(Readable.from(tableRows(count)));
  await pipeline(Readable.from(pieces), createWriteStream(file));
  try {
    const copySeconds = await measureCopy(copied, count);
    const { seconds, ...rest } = await measureImport(postgres.url, file, { count, format });
    const [bare, ours] = [count / copySeconds, count / seconds];
    say(
      JSON.stringify({
        goal: 'import',
        format,
        count,
        copy_per_s: Math.round(bare),
        import_per_s: Math.round(ours),
        ratio: Number((ours / bare).toPrecision(3)),
        ...rest,
      }),
    );
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

const PLAIN = { seed: 1, mark: '' };
const quote = (text: string) => (/[",\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function* tableRows(count: number, { seed, mark } = PLAIN): Generator<string[]> {
  const questions = generateQuestions(seed);
  yield ['question_text', 'correct_answer', 'category', 'difficulty', 'topic_focus', 'tags'];
  for (let index = 0; index < count; index += 1) {
    const { question_text, correct_answer, category, difficulty, topic_focus, tags } = questions.next().value;
    yield [question_text + mark, correct_answer, category, String(difficulty), topic_focus ?? '', tags.join('|')];
  }
}

/** Appends `mark` to every question text. */
export function* csvPieces(count: number, { seed, mark } = PLAIN): Generator<string> {
  for (const cells of tableRows(count, { seed, mark })) yield `${cells.map(quote).join(',')}\n`;
}

async function measureCopy(url: string, count: number): Promise<number> {
  const questions = generateQuestions(1);
  // Generated in advance, in pieces of a few megabytes, so that only PostgreSQL is measured.
  const pieces: Buffer[] = [];
  for (let done = 0; done < count; done += 10_000) {
    const size = Math.min(10_000, count - done);
    const lines = Array.from(
      { length: size },
      (_, index) => copyLines(questions.next().value, done + index + 1).question,
    );
    pieces.push(Buffer.from(lines.join('')));
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const started = performance.now();
  await pipeline(Readable.from(pieces), client.query(copyFrom(`copy questions (${QUESTION_COLUMNS}) from stdin`)));
  const seconds = (performance.now() - started) / 1000;
  await client.end();
  return seconds;
}

async function measureImport(url: string, file: string, { count, format }: { count: number; format: ImportedFormat }) {
  const api = await startApi(url);
  const worker = startWorkerProcess(url);
  try {
    const idle = await readTimes(api, IDLE_READS, () => false);
    const started = performance.now();
    const reply = await fetch(`${api.origin}/imports?format=${format}`, {
      method: 'POST',
      body: Readable.toWeb(createReadStream(file)) as ReadableStream,
      duplex: 'half',
    });
    const { id } = (await reply.json()) as ImportBody;
    const uploaded = performance.now();
    let written: number | undefined;
    let ended: ImportBody | undefined;
    const concurrent = readTimes(api, Number.POSITIVE_INFINITY, () => ended !== undefined);
    while (ended === undefined) {
      await wait(200);
      const body = (await (await fetch(`${api.origin}/imports/${id}`)).json()) as ImportBody;
      if (body.counts.created > 0) written ??= performance.now();
      if (body.phase === 'finished') ended = body;
    }
    const seconds = (performance.now() - started) / 1000;
    if (ended.counts.created !== count) throw new Error(`not imported: ${JSON.stringify(ended)}`);
    const [p99Idle, p99Concurrent] = [percentile(idle, 0.99), percentile(await concurrent, 0.99)];
    return {
      seconds,
      upload_s: Number(((uploaded - started) / 1000).toFixed(1)),
      check_s: Number((((written ?? uploaded) - uploaded) / 1000).toFixed(1)),
      p99_idle_ms: p99Idle,
      p99_beside_ms: p99Concurrent,
      worker_mib: peakMegabytes(worker.pid),
      api_mib: peakMegabytes(api.pid),
    };
  } finally {
    await worker.stop();
    await api.stop();
  }
}
