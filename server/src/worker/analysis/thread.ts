import { randomUUID } from 'node:crypto';
import { constants, platform, setPriority } from 'node:os';
import { deserialize, serialize } from 'node:v8';
import { workerData } from 'node:worker_threads';
import type { Finished, FoldingType, Part, Parts, RankedItems, ShardInput } from '../../analysis/analysis-type.ts';
import { findAnalysisType, populationsOf } from '../../analysis/index.ts';
import { type AnalysisRequest, requestedFilter } from '../../domain/analysis.ts';
import { CategoryCatalogue } from '../../domain/category.ts';
import { readFilter } from '../../domain/question-filter.ts';
import { countQuestions, listPartials, type Shard } from '../../store/analysis-progress.ts';
import { listCategories } from '../../store/categories.ts';
import { connectReader } from '../../store/database.ts';
import { listDismissedAt } from '../../store/duplicate-dismissals.ts';
import { PIECES_OF_A_SHARD } from './item-chunks.ts';
import { countQuestionsOf, type ReadInput, readShardInput } from './shard-input.ts';

/** What runs in a thread of its own: reading a shard, filing rows that the database makes by itself, and all computation. */
export interface ThreadData {
  databaseUrl: string;
  statementTimeoutMs: number;
  /** Whether callers come first: what takes a minute must not make others wait for a processor. */
  yielding: boolean;
}

const { databaseUrl, statementTimeoutMs, yielding } = workerData as ThreadData;
// On Linux the priority is that of the thread that asks; elsewhere it would be that of the whole process.
if (yielding && platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const pool = connectReader(databaseUrl, statementTimeoutMs);

export interface MapTask {
  request: AnalysisRequest;
  items_id: string;
  number: number;
  shard: Shard;
  /** The rows themselves, where the plan has read them already. */
  input?: ShardInput | undefined;
}

export interface Mapped {
  questions: number;
  /** Empty for a shard without questions. */
  partial: Uint8Array;
  /** Under which the database filed rows while it was read. */
  attempt: string;
  items: readonly RankedItems[];
}

/** What goes wrong in a thread; an error that crosses threads as it is would lose its code. */
export interface Failure {
  failure: { message: string; code: string | undefined };
}

async function orFailure<Result>(work: () => Promise<Result>): Promise<Result | Failure> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    return { failure: { message, code } };
  }
}

export function mapShard(task: MapTask): Promise<Mapped | Failure> {
  return orFailure(() => map(task));
}

export function mergeShards(task: MergeTask): Promise<Merged | Failure> {
  return orFailure(() => merge(task));
}

async function map(task: MapTask): Promise<Mapped> {
  const { analysis_type, parameters } = task.request;
  const type = findAnalysisType(analysis_type);
  const attempt = randomUUID();
  const { input, single } =
    task.input === undefined ? await readInput(task, attempt) : { input: task.input, single: task.input };
  const questions = countQuestionsOf(input);
  if (questions === 0) return { questions, partial: NOTHING, attempt, items: [] };
  return {
    questions,
    attempt,
    partial: serialize(type.map(input, parameters, task.shard.population)),
    items: type.mapItems?.(single, parameters) ?? [],
  };
}

const NOTHING = new Uint8Array();

async function readInput(
  { request, items_id, number, shard: { population, snapshot, from, until } }: MapTask,
  attempt: string,
): Promise<ReadInput> {
  const { parameters } = request;
  const type = findAnalysisType(request.analysis_type);
  const categories = new CategoryCatalogue(await listCategories(pool));
  const selection = populationsOf(request)[population];
  if (selection === undefined) throw new Error(`a shard is of population ${population}, which there is not`);
  const filter = readFilter(requestedFilter(selection), categories);
  const file = { items_id, shard: number * PIECES_OF_A_SHARD, attempt, ranks: type.rankFlaws?.(parameters) ?? [] };
  return readShardInput(pool, type.source(parameters), { filter, snapshot, from, until }, categories, file);
}

export interface MergeTask {
  id: string;
  request: AnalysisRequest;
  shards: number;
}

export interface Merged {
  question_count: number;
  /** Undefined when there was no question at all. */
  finished?: { result: string; findings: readonly string[]; items: RankedItems };
}

async function merge({ id, request, shards }: MergeTask): Promise<Merged> {
  const type = findAnalysisType(request.analysis_type);
  const { asked: question_count, all: questions } = await countQuestions(pool, id);
  if (question_count === 0) return { question_count };
  const parts = { questions, [Symbol.asyncIterator]: () => readParts(id, shards) };
  const { result, findings, items } =
    'gather' in type
      ? await type.gather(parts, request.parameters, { dismissed: await listDismissedAt(pool, id) })
      : await fold(type, parts, request.parameters);
  const rest = { rank: FROM_THE_WHOLE, items };
  return { question_count, finished: { result: JSON.stringify(result), findings, items: rest } };
}

async function fold(type: FoldingType, parts: Parts<unknown>, parameters: object): Promise<Finished> {
  let whole: { partial: unknown } | undefined;
  for await (const { partial } of parts) {
    whole = { partial: whole === undefined ? partial : type.merge(whole.partial, partial, parameters) };
  }
  return type.finish(whole?.partial, parameters);
}

/** So many partial results are in memory at once, each of up to 4 MB, and twice that while it is read. */
const PARTS_AT_ONCE = 5;

async function* readParts(id: string, shards: number): AsyncGenerator<Part<unknown>> {
  for (let from = 0; from < shards; from += PARTS_AT_ONCE) {
    for (const { questions, population, partial } of await listPartials(pool, id, from, PARTS_AT_ONCE)) {
      if (questions > 0) yield { population, partial: deserialize(partial) as unknown };
    }
  }
}

/** Behind the ranks of items that shards tell. */
const FROM_THE_WHOLE = 1000;
