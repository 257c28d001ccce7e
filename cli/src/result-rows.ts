import { table } from './table.ts';

/** What a person needs to see of a row first; of an id that a command takes, all of it. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  coverage: ['keys.category', 'keys.difficulty', 'count', 'expected'],
  text_statistics: ['question_id', 'field', 'direction', 'characters', 'text'],
  item_flaws: ['question_id', 'flags.rule', 'question_text'],
  duplicates: ['relation', 'likeness', 'a.question_text', 'b.question_text'],
  topics: ['question_id', 'declared', 'suggested', 'question_text'],
  difficulty_check: ['question_id', 'declared', 'suggested', 'probability', 'question_text'],
};
const MAX_COLUMNS = 5;

/** Rows of any type of analysis as a table. */
export function rowsTable(analysisType: string, rows: readonly object[]): string {
  const columns = COLUMNS[analysisType] ?? plainColumns(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => short(valueAt(row, column.split('.')))));
  return table(
    columns.map((column) => column.replace(/^(?:keys|flags)\./u, '')),
    cells,
  );
}

/** Of a type that is not known here: the first that are no lists or objects. */
function plainColumns(row: object): string[] {
  return Object.entries(row)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name]) => name)
    .slice(0, MAX_COLUMNS);
}

/** Through objects and lists: "flags.rule" of three flags is three rules. */
function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => valueAt(one, [name, ...rest])).join(', ');
  if (typeof value !== 'object' || value === null) return undefined;
  return valueAt((value as Record<string, unknown>)[name], rest);
}

function short(value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value;
}
