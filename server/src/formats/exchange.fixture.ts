import { readFileSync } from 'node:fs';
import { sharedData } from '../../test/shared-data.ts';
import type { Question } from '../domain/questions/question.ts';
import type { Draft, QuestionRow, Reader, ReadOptions, ReportRow, Row, Writer } from './format.ts';
import { Losses } from './format.ts';

/** Turns bytes into a stream of pieces. */
export async function* chunked(bytes: Uint8Array | string, size = 65_536): AsyncGenerator<Uint8Array> {
  const all = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  for (let start = 0; start < all.length; start += size) yield all.subarray(start, start + size);
}

export async function readAll(
  reader: Reader,
  bytes: Uint8Array | string,
  options?: ReadOptions,
  size?: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of reader(chunked(bytes, size), options)) rows.push(row);
  return rows;
}

export const questionsOf = (rows: readonly Row[]) => rows.filter((row): row is QuestionRow => row.kind === 'question');
export const draftsOf = (rows: readonly Row[]): Draft[] => questionsOf(rows).map(({ draft }) => draft);
export const reportsOf = (rows: readonly Row[]) => rows.filter((row): row is ReportRow => row.kind === 'report');
export const codesOf = (rows: readonly Row[]) => reportsOf(rows).map(({ code }) => code);

export async function writeAll(
  writer: Writer,
  questions: readonly Question[],
  options?: Parameters<Writer>[2],
): Promise<{ bytes: Buffer; losses: Losses }> {
  const losses = new Losses();
  const parts: Buffer[] = [];
  for await (const part of writer(questions, losses, options)) parts.push(Buffer.from(part as Uint8Array));
  return { bytes: Buffer.concat(parts), losses };
}

export const exchangeFile = (...names: string[]) => readFileSync(sharedData('exchange', ...names));

interface Canonical {
  id: string;
  question_text: string;
  correct_answer: string;
  category: string;
  difficulty: number;
  topic: string;
  choices: string[];
}

/** The 38 questions that all files of equivalent_set_ccbysa contain. */
export const canonical = () =>
  JSON.parse(exchangeFile('equivalent_set_ccbysa', 'canonical.json').toString()) as Canonical[];
export const wrongOf = ({ choices, correct_answer }: Canonical) =>
  choices.filter((text) => text !== correct_answer).sort();

/** Runs of spaces, line breaks and no-break spaces count as one space, as in EXPECTED.json. */
export const squeeze = (text: unknown) => (typeof text === 'string' ? text : '').replace(/[\s\u00a0]+/gu, ' ').trim();
