import type { ShardInput } from '../../analysis/analysis-type.ts';
import { findAnalysisType, populationsOf } from '../../analysis/index.ts';
import { cutRanges, EVERYWHERE, isFinished, type PositionRange, requestedFilter } from '../../domain/analysis.ts';
import { analysisEvent } from '../../domain/analysis-event.ts';
import type { CategoryCatalogue } from '../../domain/category.ts';
import { filterCells } from '../../domain/question-cells.ts';
import { isTopicFilter, type QuestionFilter, readFilter } from '../../domain/question-filter.ts';
import { type Analysis, findAnalysis } from '../../store/analyses.ts';
import { listBlockCounts } from '../../store/analysis-blocks.ts';
import { insertShards, type PlannedShard, startAnalysis } from '../../store/analysis-progress.ts';
import { type Executor, inSnapshot } from '../../store/database.ts';
import { appendEvents } from '../../store/events.ts';
import { countTopics, FINE } from '../../store/question-counts.ts';
import { countMatches } from '../../store/question-totals.ts';
import type { AnalysisContext } from './context.ts';
import { mapShard } from './map-shard.ts';
import { mergeRun } from './merge-run.ts';

/** Runs with few shards are taken before those with many. */
const FEW_SHARDS = 10;

/**
 * Begins a run: in one transaction its snapshot, its shards and their jobs. A run without a population of several shards
 * needs no further job and is brought to its end here. Done again after a crash, it goes on where it stopped.
 */
export async function planRun(context: AnalysisContext, id: string): Promise<void> {
  const begun = await inSnapshot(context.deps.db.writes, (tx) => beginRun(context, tx, id));
  const run = await findAnalysis(context.deps.db.reads, id);
  if (run === undefined || isFinished(run.status)) return;
  const shards = run.total - 1;
  if (shards > populationsOf(run).length) return;
  for (let shard = 0; shard < shards; shard += 1) {
    await mapShard(context, run, shard, { threads: context.quick, input: begun });
  }
  await mergeRun(context, run, context.quick);
}

/** Gives back the rows of the run where the kept counts tell them: they are of the very snapshot. */
async function beginRun({ deps }: AnalysisContext, tx: Executor, id: string): Promise<ShardInput | undefined> {
  const now = deps.now();
  const started = await startAnalysis(tx, id, now);
  if (started === undefined) return undefined;
  await appendEvents(tx, [analysisEvent('analysis.started', id, started.owner, now)]);
  const run = await findAnalysis(tx, id);
  if (run === undefined) return undefined;
  const categories = deps.categories.current;
  const counted = await readKeptCounts(tx, run, categories);
  const shards = counted === undefined ? await planShards(tx, run, categories, deps.config.analysisShardSize) : [WHOLE];
  await insertShards(tx, id, shards);
  if (shards.length > populationsOf(run).length) {
    const jobs = shards.map((_, shard) => ({ analysis_id: id, shard }));
    await deps.queue.enqueue(tx, 'analysis.shard', jobs, { priority: shards.length <= FEW_SHARDS ? 1 : 0 });
  }
  return counted;
}

const WHOLE: PlannedShard = { ...EVERYWHERE, population: 0 };

/** Cells are counted all the time: at 10 M questions this is a few rows instead of all of them. */
async function readKeptCounts(
  tx: Executor,
  run: Analysis,
  categories: CategoryCatalogue,
): Promise<ShardInput | undefined> {
  const filter = readFilter(requestedFilter(run), categories);
  if (findAnalysisType(run.analysis_type).source(run.parameters) !== 'cells' || !isTopicFilter(filter))
    return undefined;
  const counts = await countTopics(tx, filterCells(filter, categories), filter.topic_focus);
  const rows = counts.map(({ category_id, difficulty, topic_focus, count }) => ({
    category: categories.nameOf(category_id),
    difficulty,
    topic_focus,
    count,
  }));
  return { source: 'cells', rows };
}

async function planShards(
  tx: Executor,
  run: Analysis,
  categories: CategoryCatalogue,
  size: number,
): Promise<PlannedShard[]> {
  const shards: PlannedShard[] = [];
  for (const [population, selection] of populationsOf(run).entries()) {
    const filter = readFilter(requestedFilter(selection), categories);
    for (const range of await planRanges(tx, filter, categories, size)) shards.push({ ...range, population });
  }
  return shards;
}

/**
 * Ranges with about as many questions each. Counted are the cells of the filter; what else it asks for makes the shards
 * smaller, so few matches in all are one shard.
 */
async function planRanges(
  tx: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
  size: number,
): Promise<PositionRange[]> {
  if (filter.ids !== undefined || filter.external_id !== undefined) return [EVERYWHERE];
  const { total } = await countMatches(tx, filter, categories);
  if (total !== null && total <= size) return [EVERYWHERE];
  return cutRanges(await listBlockCounts(tx, filterCells(filter, categories)), size, BigInt(FINE));
}
