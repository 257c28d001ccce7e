import type { ShardInput, Source, TextRow } from '../../analysis/analysis-type.ts';
import type { CategoryCatalogue } from '../../domain/category.ts';
import { questionFlaws } from '../../domain/question-features.ts';
import {
  groupCells,
  groupFlaws,
  type ItemFile,
  listSuperseded,
  listTexts,
  listTextsOf,
  type SourceScope,
  type SourceText,
} from '../../store/analysis-source.ts';
import { type Executor, inSnapshot, type Pool } from '../../store/database.ts';

/** What a shard is mapped from; `single` are those of its rows whose items are not filed yet. */
export interface ReadInput {
  input: ShardInput;
  single: ShardInput;
}

/**
 * The questions of a shard as they were at the snapshot of its run, in the form that its type asks for. Rows of the
 * result that come from stored features are filed on the way.
 */
export async function readShardInput(
  pool: Pool,
  source: Source,
  scope: SourceScope,
  categories: CategoryCatalogue,
  file: ItemFile,
): Promise<ReadInput> {
  return inSnapshot(pool, async (tx) => {
    const superseded = await listSuperseded(tx, scope, categories);
    return READERS[source](tx, scope, categories, superseded, file);
  });
}

type Reader = (
  tx: Executor,
  scope: SourceScope,
  categories: CategoryCatalogue,
  superseded: readonly SourceText[],
  file: ItemFile,
) => Promise<ReadInput>;

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
    const input: ShardInput = { source: 'cells', rows };
    return { input, single: input };
  },
  flaws: async (tx, scope, categories, superseded, file) => {
    const grouped = await groupFlaws(tx, scope, categories, file);
    const judged = grouped.flatMap(({ category_id, flaws, answer_type, count, ids }) =>
      flaws === null || answer_type === null
        ? []
        : [{ category: categories.nameOf(category_id), flaws, answer_type, count, ids, versions: [] }],
    );
    // The background has not brought these up to date yet.
    const stale = await listTextsOf(
      tx,
      grouped.flatMap(({ flaws, ids }) => (flaws === null ? ids : [])),
    );
    const alone = [...stale, ...superseded].map((text) => {
      const { flaws, answer_type } = questionFlaws(text);
      const named = flaws === 0 ? { ids: [], versions: [] } : { ids: [text.id], versions: [text.version] };
      return { category: categories.nameOf(text.category_id), flaws, answer_type, count: 1, ...named };
    });
    return {
      input: { source: 'flaws', rows: [...judged, ...alone] },
      single: { source: 'flaws', rows: alone },
    };
  },
  texts: async (tx, scope, categories, superseded) => {
    const rows = await listTexts(tx, scope, categories);
    if (superseded.length > 0) {
      rows.push(...superseded);
      rows.sort((left, right) => Number(left.position) - Number(right.position));
    }
    const input: ShardInput = { source: 'texts', rows: rows.map((row) => textRow(row, categories)) };
    return { input, single: input };
  },
};

function textRow({ category_id, position: _position, ...row }: SourceText, categories: CategoryCatalogue): TextRow {
  return { ...row, category: categories.nameOf(category_id) };
}

export function countQuestionsOf({ source, rows }: ShardInput): number {
  return source === 'texts' ? rows.length : rows.reduce((total, { count }) => total + count, 0);
}
