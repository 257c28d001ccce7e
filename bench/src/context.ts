import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { shuffleBySeed } from '../../server/src/domain/draws.ts';
import { Cursors } from '../../server/src/domain/http/page.ts';
import { DIFFICULTY_LEVELS } from '../../server/src/domain/questions/difficulty.ts';
import { PLACES } from './bare-statements.ts';
import { CATEGORIES, generateQuestions } from './question-generator.ts';

/** The seeded bank that a goal is measured on, and how long each run takes. */
export interface Context {
  databaseUrl: string;
  postmaster: number;
  count: number;
  seconds: number;
  warmUpSeconds: number;
  repetitions: number;
  db: pg.Pool;
  files: { directory: string };
}

export async function openContext(options: Omit<Context, 'db' | 'files' | 'count'>): Promise<Context> {
  const db = new pg.Pool({ connectionString: options.databaseUrl, max: 4 });
  const { rows } = await db.query<{ count: string }>(
    'select coalesce(sum(count), 0) as count from question_blocks where size = 30 and category_id = -1',
  );
  const directory = mkdtempSync(path.join(tmpdir(), 'quaestor-bench-'));
  return { ...options, db, count: Number(rows[0]?.count), files: { directory } };
}

export function writeLines(context: Context, name: string, lines: readonly string[]): string {
  const file = path.join(context.files.directory, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** URLs of pages of 20 that start after each of the places in each cell, in random order. */
export function pageUrls(context: Context): string[] {
  const order = { by: 'created_at', descending: false };
  const urls = CATEGORIES.flatMap((category) =>
    DIFFICULTY_LEVELS.flatMap((difficulty) => {
      const filter = { status: ['ready'], category: [category], difficulty: [difficulty] };
      const cursors = new Cursors(JSON.stringify({ filter, order }));
      return Array.from({ length: PLACES }, (_, place) => {
        const cursor = cursors.encode([String(place * Math.floor(context.count / PLACES))]);
        return `/questions?category=${encodeURIComponent(category)}&difficulty=${difficulty}&cursor=${cursor}`;
      });
    }),
  );
  return shuffleBySeed(urls, 'pages');
}

export async function sampleIds(context: Context, number: number): Promise<string[]> {
  const positions = Array.from({ length: number * 2 }, (_, index) =>
    Math.floor(((index + 0.5) / (number * 2)) * context.count),
  );
  const { rows } = await context.db.query<{ id: string }>(
    `select id from questions where status = 'ready' and deleted_at is null and position = any($1::bigint[])`,
    [positions],
  );
  return rows.slice(0, number).map(({ id }) => id);
}

export function draftLines(number: number, seed: number): string[] {
  const questions = generateQuestions(seed);
  return Array.from({ length: number }, () => JSON.stringify(questions.next().value));
}
