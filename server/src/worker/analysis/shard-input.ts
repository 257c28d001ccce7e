import type { FlawRow, ShardInput, Source, TextRow } from '../../analysis/analysis-type.ts';
import type { DismissedRows } from '../../domain/analysis/dismissed-rows.ts';
import type { CategoryCatalogue } from '../../domain/categories.ts';
import { maskOfIds } from '../../domain/flaws/rules.ts';
import { questionFlaws } from '../../domain/questions/features.ts';
import {
  groupCells,
  groupFlaws,
  type ItemFile,
  readSuperseded,
  readTexts,
  readTextsOf,
  type SourceScope,
  type SourceText,
} from '../../store/analysis/source.ts';
import type { Executor } from '../../store/database/database.ts';

/** The input for a shard or a slice of it. `single` contains the rows whose items are not stored yet. */
export interface ReadInput {
  input: ShardInput;
  single: ShardInput;
}

/** Dismissed findings of question versions, by `keyOf`. */
type Dismissed = ReadonlyMap<string, DismissedRows>;

const keyOf = (id: string, version: number) => `${id}/${version}`;

export function gatherDismissed(rows: readonly DismissedRows[]): Dismissed {
  const gathered = new Map<string, DismissedRows>();
  for (const one of rows) {
    const key = keyOf(one.question_id, one.version);
    gathered.set(key, { ...one, about: [...(gathered.get(key)?.about ?? []), ...one.about] });
  }
  return gathered;
}

type Reader = (
  tx: Executor,
  scope: SourceScope,
  categories: CategoryCatalogue,
  file: ItemFile,
  dismissed: Dismissed,
) => AsyncIterable<ReadInput>;

/**
 * The questions of a shard as they were at the snapshot of its run, in the form that its type needs. Texts come in
 * slices, which are mapped one by one; rows that follow from stored features are stored on the way.
 */
export const READERS: Readonly<Record<Source, Reader>> = {
  cells: async function* (tx, scope, categories) {
    const cells = await groupCells(tx, scope, categories);
    for await (const batch of readSuperseded(tx, scope, categories)) {
      for (const { category_id, difficulty, topic_focus } of batch)
        cells.push({ category_id, difficulty, topic_focus, count: 1 });
    }
    const rows = cells.map(({ category_id, difficulty, topic_focus, count }) => ({
      category: categories.nameOf(category_id),
      difficulty,
      topic_focus,
      count,
    }));
    const input: ShardInput = { source: 'cells', rows };
    yield { input, single: input };
  },
  flaws: async function* (tx, scope, categories, file, dismissed) {
    const masks = [...dismissed.values()].map(({ question_id, version, about }) => ({
      id: question_id,
      version,
      flaws: maskOfIds(about),
    }));
    const grouped = await groupFlaws(tx, scope, categories, file, masks);
    const judged = grouped.flatMap(({ category_id, flaws, answer_type, ...group }): FlawRow[] =>
      flaws === null || answer_type === null
        ? []
        : [{ ...group, category: categories.nameOf(category_id), flaws, answer_type, versions: [] }],
    );
    // The background task has not updated these yet.
    const stale = grouped.flatMap(({ flaws, ids }) => (flaws === null ? ids : []));
    const alone: FlawRow[] = [];
    const judgeAll = async (batches: AsyncIterable<SourceText[]>) => {
      for await (const batch of batches) for (const text of batch) alone.push(judgeText(text, categories, dismissed));
    };
    await judgeAll(readTextsOf(tx, stale));
    await judgeAll(readSuperseded(tx, scope, categories));
    yield {
      input: { source: 'flaws', rows: [...judged, ...alone] },
      single: { source: 'flaws', rows: alone },
    };
  },
  texts: async function* (tx, scope, categories, _file, dismissed) {
    const superseded = readSuperseded(tx, scope, categories);
    for await (const slice of cutSlices(readTexts(tx, scope, categories), superseded)) {
      const input: ShardInput = { source: 'texts', rows: slice.map((row) => textRow(row, categories, dismissed)) };
      yield { input, single: input };
    }
  },
};

function judgeText(text: SourceText, categories: CategoryCatalogue, known: Dismissed): FlawRow {
  const { flaws: found, answer_type } = questionFlaws(text);
  const dismissed = found & maskOfIds(known.get(keyOf(text.id, text.version))?.about ?? []);
  const flaws = found & ~dismissed;
  return {
    category: categories.nameOf(text.category_id),
    flaws,
    dismissed,
    answer_type,
    count: 1,
    ids: flaws === 0 ? [] : [text.id],
    versions: flaws === 0 ? [] : [text.version],
  };
}

/** A shard of an ordinary bank has 6 million characters; one of long texts could have 2 billion. */
const MAX_SLICE_CHARACTERS = 8_000_000;

/** Merges two lists in the order of the bank, and cuts them into slices. */
async function* cutSlices(
  unchanged: AsyncIterable<SourceText[]>,
  superseded: AsyncIterable<SourceText[]>,
): AsyncGenerator<SourceText[]> {
  let slice: SourceText[] = [];
  let characters = 0;
  const take = (text: SourceText): boolean => {
    slice.push(text);
    characters += countCharacters(text);
    return characters >= MAX_SLICE_CHARACTERS;
  };
  const cut = (): SourceText[] => {
    const whole = slice;
    slice = [];
    characters = 0;
    return whole;
  };
  const before = oneByOne(superseded);
  let next = await before.next();
  for await (const batch of unchanged) {
    for (const text of batch) {
      while (next.done !== true && BigInt(next.value.position) < BigInt(text.position)) {
        if (take(next.value)) yield cut();
        next = await before.next();
      }
      if (take(text)) yield cut();
    }
  }
  for (; next.done !== true; next = await before.next()) if (take(next.value)) yield cut();
  if (slice.length > 0) yield slice;
}

async function* oneByOne<Row>(batches: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* batch;
}

function countCharacters({ question_text, correct_answer, accepted_answers, incorrect_answers }: SourceText): number {
  let characters = question_text.length + correct_answer.length;
  for (const answer of accepted_answers) characters += answer.length;
  for (const answer of incorrect_answers) characters += answer.length;
  return characters;
}

function textRow(
  { category_id, position: _position, ...row }: SourceText,
  categories: CategoryCatalogue,
  known: Dismissed,
): TextRow {
  const dismissed = known.size === 0 ? undefined : known.get(keyOf(row.id, row.version))?.about;
  return { ...row, category: categories.nameOf(category_id), ...(dismissed !== undefined && { dismissed }) };
}

export function countQuestionsOf({ source, rows }: ShardInput): number {
  return source === 'texts' ? rows.length : rows.reduce((total, { count }) => total + count, 0);
}
