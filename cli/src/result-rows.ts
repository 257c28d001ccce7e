import { table } from './table.ts';

/** The most important columns of a row. Ids that commands accept are shown in full. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  coverage: ['keys.category', 'keys.difficulty', 'count', 'expected'],
  text_statistics: ['question_id', 'field', 'direction', 'characters', 'text'],
  item_flaws: ['question_id', 'flags.rule', 'question_text'],
  duplicates: ['relation', 'likeness', 'a.question_text', 'b.question_text'],
  topics: ['question_id', 'declared', 'suggested', 'question_text'],
  difficulty_check: ['question_id', 'declared', 'suggested', 'probability', 'question_text'],
};
const MAX_COLUMNS = 5;

/** Formats the rows of any type of analysis as a table. */
export function rowsTable(analysisType: string, rows: readonly object[]): string {
  const columns = COLUMNS[analysisType] ?? plainColumns(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => short(valueAt(row, column.split('.')))));
  return table(
    columns.map((column) => column.replace(/^(?:keys|flags)\./u, '')),
    cells,
  );
}

/** For an unknown type, uses the first fields that are neither lists nor objects. */
function plainColumns(row: object): string[] {
  return Object.entries(row)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name]) => name)
    .slice(0, MAX_COLUMNS);
}

/** Follows a path through objects and lists: "flags.rule" of three flags gives three rules. */
function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => valueAt(one, [name, ...rest])).join(', ');
  if (typeof value !== 'object' || value === null) return undefined;
  return valueAt((value as Record<string, unknown>)[name], rest);
}

function short(value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value;
}
