import type { ShardInput, Source, TextRow } from '../../analysis/analysis-type.ts';
import type { CategoryCatalogue } from '../../domain/category.ts';
import { questionFlaws } from '../../domain/question-features.ts';
import {
  groupCells,
  groupFlaws,
  listStale,
  listSuperseded,
  listTexts,
  type SourceScope,
  type SourceText,
} from '../../store/analysis-source.ts';
import { type Executor, inSnapshot, type Pool } from '../../store/database.ts';

/** The questions of a shard as they were at the snapshot of its run, in the form that its type asks for. */
export async function readShardInput(
  pool: Pool,
  source: Source,
  scope: SourceScope,
  categories: CategoryCatalogue,
): Promise<ShardInput> {
  return inSnapshot(pool, async (tx) => {
    const superseded = await listSuperseded(tx, scope, categories);
    return READERS[source](tx, scope, categories, superseded);
  });
}

type Reader = (
  tx: Executor,
  scope: SourceScope,
  categories: CategoryCatalogue,
  superseded: readonly SourceText[],
) => Promise<ShardInput>;

const READERS: Readonly<Record<Source, Reader>> = {
  cells: async (tx, scope, categories, superseded) => {
    const grouped = await groupCells(tx, scope, categories);
    const alone = superseded.map((text) => ({ ...text, count: 1 }));
    const rows = [...grouped, ...alone].map(({ category_id, difficulty, topic_focus, count }) => ({
      category: categories.nameOf(category_id),
      difficulty,
      topic_focus,
      count,
    }));
    return { source: 'cells', rows };
  },
  flaws: async (tx, scope, categories, superseded) => {
    const grouped = await groupFlaws(tx, scope, categories);
    const stale = await listStale(tx, scope, categories);
    const judged = grouped.map(({ category_id, ids, versions, ...row }) => ({
      ...row,
      category: categories.nameOf(category_id),
      ids: ids?.split(',') ?? [],
      versions: versions?.split(',').map(Number) ?? [],
    }));
    const alone = [...stale, ...superseded].map((text) => {
      const { flaws, answer_type } = questionFlaws(text);
      const named = flaws === 0 ? { ids: [], versions: [] } : { ids: [text.id], versions: [text.version] };
      return { category: categories.nameOf(text.category_id), flaws, answer_type, count: 1, ...named };
    });
    return { source: 'flaws', rows: [...judged, ...alone] };
  },
  texts: async (tx, scope, categories, superseded) => {
    const rows = [...(await listTexts(tx, scope, categories)), ...superseded];
    rows.sort((left, right) => Number(left.position) - Number(right.position));
    return { source: 'texts', rows: rows.map((row) => textRow(row, categories)) };
  },
};

function textRow({ category_id, position: _position, ...row }: SourceText, categories: CategoryCatalogue): TextRow {
  return { ...row, category: categories.nameOf(category_id) };
}

export function countQuestionsOf({ source, rows }: ShardInput): number {
  return source === 'texts' ? rows.length : rows.reduce((total, { count }) => total + count, 0);
}
