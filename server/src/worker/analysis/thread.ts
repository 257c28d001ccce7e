import { randomUUID } from 'node:crypto';
import { constants, platform, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type {
  AnalysisType,
  Finished,
  FoldingType,
  Knowledge,
  Part,
  Parts,
  QuestionVersion,
  ShardInput,
  TextRow,
} from '../../analysis/analysis-type.ts';
import { findAnalysisType, populationsOf } from '../../analysis/index.ts';
import { TooLargeError } from '../../analysis/too-large.ts';
import { type AnalysisRequest, requestedFilter } from '../../domain/analysis/analysis.ts';
import { CategoryCatalogue } from '../../domain/categories.ts';
import { readFilter } from '../../domain/questions/filter.ts';
import { readStoredQuestion } from '../../domain/questions/question.ts';
import { giveBackMemory } from '../../queue/collect-garbage.ts';
import { type Failure, orFailure } from '../../queue/thread-failure.ts';
import { writeFinished } from '../../sentences/settle.ts';
import { insertItems } from '../../store/analysis/items.ts';
import { countQuestions, listPartialSizes, listPartials, type Shard } from '../../store/analysis/progress.ts';
import { prepareReading } from '../../store/analysis/source.ts';
import { listCategories } from '../../store/categories/categories.ts';
import { connectReader, type Executor, inSnapshot } from '../../store/database/database.ts';
import { listDismissedRowsAt, listDismissedRowsIn } from '../../store/dismissals/seen-by-analyses.ts';
import { listDismissedAt } from '../../store/duplicates/dismissals.ts';
import { listVersionBodies } from '../../store/questions/bodies.ts';
import { ItemPieces, PIECES_PER_SHARD } from './item-chunks.ts';
import { PartialBuilder, unpackPartials } from './partials.ts';
import { countQuestionsOf, gatherDismissed, READERS, type ReadInput } from './shard-input.ts';

/**
 * The work that runs in a separate thread: reading a shard, storing rows that the database computes, and all other
 * computation.
 */
export interface ThreadData {
  databaseUrl: string;
  statementTimeoutMs: number;
  /** Whether callers come first: work that takes a minute must not make them wait for a processor. */
  yielding: boolean;
}

const { databaseUrl, statementTimeoutMs, yielding } = workerData as ThreadData;
// On Linux the priority is that of the calling thread; elsewhere it would be that of the whole process.
if (yielding && platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const pool = connectReader(databaseUrl, statementTimeoutMs);

export interface MapTask {
  request: AnalysisRequest;
  items_id: string;
  number: number;
  shard: Shard;
  /** The rows themselves, if the plan has already read them. */
  input?: ShardInput | undefined;
}

export interface Mapped {
  questions: number;
  /** Empty for a shard without questions. */
  partial: Uint8Array;
  /** The attempt under which rows were stored. */
  attempt: string;
}

export function mapShard(task: MapTask): Promise<Mapped | Failure> {
  return orFailure(() => map(task));
}

export function mergeShards(task: MergeTask): Promise<Merged | Failure> {
  return orFailure(() => merge(task));
}

/** Reads, maps and stores a shard in one transaction, so that an attempt that fails leaves nothing. */
async function map(task: MapTask): Promise<Mapped> {
  const attempt = randomUUID();
  return task.input === undefined
    ? inSnapshot(pool, (tx) => mapSlices(task, attempt, tx, readSlices(task, attempt, tx)))
    : mapSlices(task, attempt, pool, [{ input: task.input, single: task.input }]);
}

async function mapSlices(
  { request: { analysis_type, parameters }, items_id, number, shard }: MapTask,
  attempt: string,
  db: Executor,
  slices: AsyncIterable<ReadInput> | Iterable<ReadInput>,
): Promise<Mapped> {
  const type = findAnalysisType(analysis_type);
  const partial = new PartialBuilder(type, parameters);
  const pieces = new ItemPieces(number);
  let questions = 0;
  for await (const { input, single } of slices) {
    const count = countQuestionsOf(input);
    if (count === 0) continue;
    questions += count;
    partial.add(type.map(input, parameters, shard.population));
    await insertItems(db, items_id, pieces.of(type.mapItems?.(single, parameters) ?? []), attempt);
  }
  return { questions, attempt, partial: partial.pack() };
}

async function* readSlices(
  { request, items_id, number, shard: { population, snapshot, from, until } }: MapTask,
  attempt: string,
  tx: Executor,
): AsyncGenerator<ReadInput> {
  const { parameters } = request;
  const type = findAnalysisType(request.analysis_type);
  await prepareReading(tx, statementTimeoutMs);
  const categories = new CategoryCatalogue(await listCategories(tx));
  const selection = populationsOf(request)[population];
  if (selection === undefined) throw new Error(`unknown population ${population} of a shard`);
  const filter = readFilter(requestedFilter(selection), categories);
  const file = { items_id, shard: number * PIECES_PER_SHARD, attempt, ranks: type.rankFlaws?.(parameters) ?? [] };
  const scope = { filter, snapshot, from, until };
  const dismissed = foldsQuestions(type) ? await listDismissedRowsIn(tx, type.name, scope) : [];
  yield* READERS[type.source(parameters)](tx, scope, categories, file, gatherDismissed(dismissed));
}

/** Gathering types learn what was dismissed when everything is gathered. */
const foldsQuestions = (type: AnalysisType) => !('gather' in type) && type.dismissible.of === 'question';

export interface MergeTask {
  id: string;
  request: AnalysisRequest;
  items_id: string;
}

export interface Merged {
  question_count: number;
  /** Undefined if there were no questions. */
  finished?: { result: string; findings: readonly string[]; attempt: string };
}

async function merge({ id, request, items_id }: MergeTask): Promise<Merged> {
  const type = findAnalysisType(request.analysis_type);
  const { asked: question_count, all: questions } = await countQuestions(pool, id);
  if (question_count === 0) return { question_count };
  const parts = { questions, [Symbol.asyncIterator]: () => readParts(id) };
  const { result, findings, items } = writeFinished(
    'gather' in type
      ? await type.gather(parts, request.parameters, await readKnowledge(type, id))
      : await fold(type, parts, request.parameters),
  );
  const attempt = randomUUID();
  await insertItems(pool, items_id, new ItemPieces(0).of([{ rank: WHOLE_RUN_RANK, items }]), attempt);
  return {
    question_count,
    finished: { result: render(result), findings: findings.map((finding) => JSON.stringify(finding)), attempt },
  };
}

async function readKnowledge({ dismissible }: AnalysisType, id: string): Promise<Knowledge> {
  return {
    dismissed: dismissible.of === 'pair' ? await listDismissedAt(pool, id) : [],
    dismissedRows: dismissible.of === 'question' ? await listDismissedRowsAt(pool, id) : [],
    readQuestions,
  };
}

async function readQuestions(versions: readonly QuestionVersion[]): Promise<TextRow[]> {
  const { bodies } = await listVersionBodies(pool, versions);
  return [...bodies.values()].map((body) => readStoredQuestion(body));
}

/** Every type keeps its lists short: an ordinary result has less than a megabyte. */
const MAX_RESULT_BYTES = 4 * 2 ** 20;

function render(result: object): string {
  const json = JSON.stringify(result);
  if (Buffer.byteLength(json) <= MAX_RESULT_BYTES) return json;
  throw new TooLargeError(
    `The result would have more than ${MAX_RESULT_BYTES / 2 ** 20} MiB, the limit. Ask for shorter lists or fewer groups.`,
  );
}

async function fold(type: FoldingType, parts: Parts<unknown>, parameters: object): Promise<Finished> {
  let whole: { partial: unknown } | undefined;
  for await (const { partial } of parts) {
    whole = { partial: whole === undefined ? partial : type.merge(whole.partial, partial, parameters) };
  }
  return type.finish(whole?.partial, parameters);
}

/**
 * The maximum number of bytes of partial results in memory; twice that while they are read. The allocator never returns
 * their memory to the system: with five times as many at once, ten million questions took 130 MB.
 */
const MAX_BYTES_AT_ONCE = 4 * 2 ** 20;
/** A run of about 250,000 questions: from this size on, it matters how much memory a thread keeps. */
const LARGE_BYTES = 20 * 2 ** 20;

/**
 * For a large run, memory is released before the first part, because the thread may have read shards, and after the
 * last, because the next step needs the most.
 */
async function* readParts(id: string): AsyncGenerator<Part<unknown>> {
  const sizes = await listPartialSizes(pool, id);
  const isLarge = sizes.reduce((sum, size) => sum + size, 0) > LARGE_BYTES;
  if (isLarge) giveBackMemory();
  for (let from = 0, until = 0; from < sizes.length; from = until) {
    let bytes = 0;
    do {
      bytes += sizes[until] ?? 0;
      until += 1;
    } while (until < sizes.length && bytes + (sizes[until] ?? 0) <= MAX_BYTES_AT_ONCE);
    for (const { questions, population, partial } of await listPartials(pool, id, from, until - from)) {
      if (questions > 0) for (const slice of unpackPartials(partial)) yield { population, partial: slice };
    }
  }
  if (isLarge) giveBackMemory();
}

/** Sorts items of the whole run after those that shards report. */
const WHOLE_RUN_RANK = 1000;
