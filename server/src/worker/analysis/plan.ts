import type { ShardInput } from '../../analysis/analysis-type.ts';
import { findAnalysisType, populationsOf } from '../../analysis/index.ts';
import {
  cutRanges,
  EVERYWHERE,
  isFinished,
  type PositionRange,
  requestedFilter,
} from '../../domain/analysis/analysis.ts';
import { analysisEvent } from '../../domain/analysis/event.ts';
import type { CategoryCatalogue } from '../../domain/categories.ts';
import { filterCells } from '../../domain/questions/cells.ts';
import { isTopicFilter, type QuestionFilter, readFilter } from '../../domain/questions/filter.ts';
import { type Analysis, findAnalysis } from '../../store/analysis/analyses.ts';
import { listBlockCounts } from '../../store/analysis/blocks.ts';
import { insertShards, type PlannedShard, startAnalysis, takeTurn } from '../../store/analysis/progress.ts';
import { type Executor, inSnapshot } from '../../store/database/database.ts';
import { appendEvents } from '../../store/events.ts';
import { countTopics, FINE } from '../../store/questions/counts.ts';
import { countMatches } from '../../store/questions/totals.ts';
import type { AnalysisContext } from './context.ts';
import { mapShard } from './map-shard.ts';
import { mergeRun } from './merge-run.ts';
import { MAX_SMALL_SHARDS } from './small-runs.ts';

/**
 * Starts a run: in one transaction its snapshot, its shards and their jobs. A quick run needs no further job and is
 * completed here, in threads that are reserved for quick runs. Repeated after a crash, it continues where it stopped.
 */
export async function planRun(context: AnalysisContext, id: string, signal: AbortSignal): Promise<void> {
  const begun = await inSnapshot(context.deps.db.writes, (tx) => beginRun(context, tx, id));
  const run = await findAnalysis(context.deps.db.reads, id);
  if (run === undefined || isFinished(run.status)) return;
  const shards = run.total - 1;
  if (run.first_turn !== null || shards > populationsOf(run).length) return;
  for (let shard = 0; shard < shards; shard += 1) {
    await mapShard(context, run, shard, { threads: context.quick, signal, input: begun });
  }
  await mergeRun(context, run, context.quick, signal);
}

/** Returns the rows of the run if the stored counts give them: they are of the same snapshot. */
async function beginRun({ deps }: AnalysisContext, tx: Executor, id: string): Promise<ShardInput | undefined> {
  const now = deps.now();
  const started = await startAnalysis(tx, id, now);
  if (started === undefined) return undefined;
  await appendEvents(tx, [analysisEvent('analysis.started', id, started.owner, now)]);
  const run = await findAnalysis(tx, id);
  if (run === undefined) return undefined;
  const categories = deps.categories.current;
  const counted = await readKeptCounts(tx, run, categories);
  const { shards, questions } =
    counted === undefined ? await planShards(tx, run, categories, deps.config.analysisShardSize) : WHOLE;
  await insertShards(tx, id, shards);
  if (shards.length > populationsOf(run).length || !isQuick(run, questions)) {
    const turn = await takeTurn(tx, run, MAX_SMALL_SHARDS);
    const jobs = shards.map((_, shard) => ({ data: { analysis_id: id, shard }, priority: -(turn + shard) }));
    await deps.queue.enqueue(tx, 'analysis.shard', jobs);
  }
  return counted;
}

interface Plan {
  shards: PlannedShard[];
  /** The number of questions to read; null if it was not counted. */
  questions: number | null;
}

const WHOLE: Plan = { shards: [{ ...EVERYWHERE, population: 0 }], questions: 0 };

/** The number of texts that take about a second: 10,000 to fold, 2,000 to compare or to learn from. */
const MAX_QUICK_TEXTS = { fold: 10_000, gather: 2000 };

function isQuick({ analysis_type, parameters }: Analysis, questions: number | null): boolean {
  const type = findAnalysisType(analysis_type);
  if (type.source(parameters) !== 'texts') return true; // counted by the database
  return questions !== null && questions <= MAX_QUICK_TEXTS['gather' in type ? 'gather' : 'fold'];
}

/** More counts would block the event loop; threads then count the questions, shard by shard. */
const MAX_KEPT_COUNTS = 5000;

/** The counts of cells are always up to date: with 10 M questions, this reads a few rows instead of all. */
async function readKeptCounts(
  tx: Executor,
  run: Analysis,
  categories: CategoryCatalogue,
): Promise<ShardInput | undefined> {
  const filter = readFilter(requestedFilter(run), categories);
  if (findAnalysisType(run.analysis_type).source(run.parameters) !== 'cells' || !isTopicFilter(filter))
    return undefined;
  const cells = filterCells(filter, categories);
  const counts = await countTopics(tx, cells, filter.topic_focus, MAX_KEPT_COUNTS + 1);
  if (counts.length > MAX_KEPT_COUNTS) return undefined;
  const rows = counts.map(({ category_id, difficulty, topic_focus, count }) => ({
    category: categories.nameOf(category_id),
    difficulty,
    topic_focus,
    count,
  }));
  return { source: 'cells', rows };
}

async function planShards(tx: Executor, run: Analysis, categories: CategoryCatalogue, size: number): Promise<Plan> {
  const plan: Plan = { shards: [], questions: 0 };
  for (const [population, selection] of populationsOf(run).entries()) {
    const filter = readFilter(requestedFilter(selection), categories);
    const { ranges, questions } = await planRanges(tx, filter, categories, size);
    for (const range of ranges) plan.shards.push({ ...range, population });
    plan.questions = plan.questions === null || questions === null ? null : plan.questions + questions;
  }
  return plan;
}

/**
 * Ranges with about equally many questions. The cells of the filter are counted; its other conditions make the shards
 * smaller, so few matches in total form one shard.
 */
async function planRanges(
  tx: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
  size: number,
): Promise<{ ranges: PositionRange[]; questions: number | null }> {
  if (filter.ids !== undefined) return { ranges: [EVERYWHERE], questions: filter.ids.length };
  if (filter.external_id !== undefined) return { ranges: [EVERYWHERE], questions: 1 };
  const { total } = await countMatches(tx, filter, categories);
  if (total !== null && total <= size) return { ranges: [EVERYWHERE], questions: total };
  const counts = await listBlockCounts(tx, filterCells(filter, categories));
  return { ranges: cutRanges(counts, size, BigInt(FINE)), questions: total };
}
