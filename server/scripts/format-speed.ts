import { performance } from 'node:perf_hooks';
import type { Question } from '../src/domain/questions/question.ts';
import { readCsv, writeCsv } from '../src/formats/csv/csv.ts';
import { Losses, type Reader, type Writer } from '../src/formats/format.ts';
import { readJsonl, writeJsonl } from '../src/formats/jsonl/jsonl.ts';

/**
 * Rows per second of reading and writing CSV and JSON Lines, by processor time, best of three: node
 * server/scripts/format-speed.ts
 */
const ROWS = 100_000;
const CHUNK = 64 * 1024;

const questions = Array.from(
  { length: ROWS },
  (_, index): Question => ({
    id: `0198c000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    question_text: `Which planet, number ${index}, is called "Red"?`,
    kind: 'choice',
    correct_answer: 'Mars',
    key: null,
    scoring: 'all_or_nothing',
    accepted_answers: [],
    incorrect_answers: ['Jupiter', 'Venus', 'Saturn'],
    category: 'Astronomy',
    topic_focus: 'Solar System',
    difficulty: 1,
    explanation: 'Rust gives Mars its colour and so on.',
    tags: ['planets', 'easy'],
    language: 'en',
    source: 'Own',
    license: 'CC0-1.0',
    external_id: `ext-${index}`,
    status: 'ready',
    version: 1,
    created_at: new Date(0),
    updated_at: new Date(0),
  }),
);

async function rate(work: () => Promise<number>): Promise<number> {
  const before = process.cpuUsage();
  const rows = await work();
  const { user, system } = process.cpuUsage(before);
  return Math.round((rows / (user + system)) * 1_000_000);
}

async function measure(name: string, write: Writer, read: Reader): Promise<void> {
  let bytes = Buffer.alloc(0);
  let best = { written: 0, read: 0 };
  for (let round = 0; round < 3; round += 1) {
    const written = await rate(async () => {
      const parts: Buffer[] = [];
      for await (const part of write(questions, new Losses())) parts.push(Buffer.from(part as string));
      bytes = Buffer.concat(parts);
      return ROWS;
    });
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
    }
    const readRate = await rate(async () => {
      let rows = 0;
      for await (const row of read(chunks())) if (row.kind === 'question') rows += 1;
      return rows;
    });
    best = { written: Math.max(best.written, written), read: Math.max(best.read, readRate) };
  }
  const size = Math.round(bytes.length / ROWS);
  process.stdout.write(`${name}: ${size} bytes per row, ${best.written} rows/s written, ${best.read} rows/s read\n`);
}

const started = performance.now();
await measure('CSV', writeCsv, readCsv);
await measure('JSON Lines', writeJsonl, readJsonl);
process.stdout.write(`${Math.round(performance.now() - started)} ms in all\n`);
