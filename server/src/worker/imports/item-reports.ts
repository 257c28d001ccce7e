import { type ImportReport, REPORTS_PER_ITEM } from '../../domain/imports/import.ts';
import { ellipsize } from '../../domain/text/ellipsize.ts';
import type { Violation, ViolationCode } from '../../errors.ts';
import type { ColumnsRow, Place, QuestionRow, ReportCode, ReportRow } from '../../formats/format.ts';
import { rejectedText } from '../../formats/rejected-text.ts';
import { columnLetters } from '../../formats/shared/columns.ts';
import type { Item } from './items.ts';

type Columns = ColumnsRow['columns'] | null;

const MAX_SHOWN = 500;

/** The format's own report about an item that is not a question. */
export function reportOfItem({ number, row }: Item, format: string): ImportReport[] {
  if (row.kind !== 'report') return [];
  const { raw, remark } = returned(row, format);
  return [
    {
      ...placed(number, 0, row.place),
      column_name: shown(row.column ?? null),
      code: row.code,
      detail: cut(row.detail) + remark,
      fix: FIXES[row.code],
      value: cut(row.value),
      raw,
    },
  ];
}

/** The item itself, which the first of its reports returns, or a remark that it is too long. */
function returned(row: QuestionRow | ReportRow, format: string): { raw: string | null; remark: string } {
  if (row.rawLeftOut === undefined) return { raw: clean(rejectedText(format, row)), remark: '' };
  return { raw: null, remark: ` The rejected items leave it out, because it has ${row.rawLeftOut} characters.` };
}

/** A report for each violation of a question, with its column. */
export function reportsOfViolations(
  { number, row }: Item,
  format: string,
  draft: Readonly<Record<string, unknown>>,
  violations: readonly Violation[],
  columns: Columns,
): ImportReport[] {
  const { raw, remark } = returned(row, format);
  return violations.slice(0, REPORTS_PER_ITEM - 1).map((violation, part) => {
    const path = (violation.pointer ?? '#').split('/').slice(1);
    const index = row.kind === 'question' ? indexOf(path, row, columns) : undefined;
    return {
      ...placed(number, part, row.place, index),
      column_name: shown((index === undefined ? undefined : columns?.[index]?.header) ?? path[0] ?? null),
      code: violation.code,
      detail: cut(violation.detail) + (part === 0 ? remark : ''),
      fix: fixOf(violation, path),
      value: cut(textOf(valueAt(draft, path))),
      raw: part === 0 ? raw : null,
    };
  });
}

function placed(number: number, part: number, place: Place, index?: number) {
  const cell = place.row !== undefined && index !== undefined ? `${columnLetters(index)}${place.row}` : undefined;
  return {
    number: number * REPORTS_PER_ITEM + part,
    line: place.line ?? null,
    sheet_row: place.row ?? null,
    sheet: shown(place.sheet ?? null),
    cell: shown(place.cell ?? cell ?? null),
    file: shown(place.file ?? null),
    item: shown(place.item ?? null),
  };
}

/** The index of the column from which a field, or an entry of a list, was read. */
function indexOf([field, entry]: readonly string[], { cells }: QuestionRow, columns: Columns): number | undefined {
  if (field === undefined || columns === null) return undefined;
  const read = cells?.[field]?.[Number(entry ?? 0)];
  if (read !== undefined) return read;
  const index = columns.findIndex((column) => column.field === field);
  return index < 0 ? undefined : index;
}

function valueAt(draft: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  if (path.length === 0) return draft['question_text'];
  let value: unknown = draft;
  for (const part of path) value = (value as Record<string, unknown> | undefined)?.[part];
  return value;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const shown = (text: string | null) => (text === null ? null : cut(text));

function cut(text: string): string {
  return clean(ellipsize(text, MAX_SHOWN));
}

/** PostgreSQL stores neither U+0000 nor half of a surrogate pair. */
export function clean(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

function fixOf({ code }: Violation, [field]: readonly string[]): string {
  if (field === 'category' && code === 'not_allowed')
    return 'Use an existing category, map the name with `category_map`, or create it with `create_categories=true`.';
  if (code === 'required') return `Fill it in, or give a value for all items with \`defaults={"${field}": …}\`.`;
  return FIXES[code] ?? 'Correct the value.';
}

const FIXES: Readonly<Record<ReportCode, string>> & Partial<Record<ViolationCode, string>> = {
  invalid_json: 'Write one JSON object in each line.',
  unsupported_type: 'Leave it out, or ask it as a choice or a short answer.',
  several_answers: 'Make it a choice with one correct option.',
  no_answer: 'Mark one option as correct, or give an answer.',
  bad_key: 'Let the key name one of the options: by its letter, its number or its text.',
  ambiguous_key: 'Write the text of the correct option instead of a number.',
  too_few_options: 'Add at least one wrong option.',
  numeric_range: 'Give the exact value.',
  several_gaps: 'Write a separate question for each gap.',
  picture: 'Describe the picture in words, or leave the question out.',
  empty_text: 'Write the question into its column.',
  error_cell: 'Correct the formula, or replace it by its value.',
  broken: 'Correct the item in the file, or leave it out.',
  too_short: 'Write at least one character, or leave the field out.',
  too_long: 'Shorten it.',
  out_of_range: 'Use a value within the range.',
  not_allowed: 'Use one of the values that the detail lists.',
  invalid_characters: 'Remove the character.',
  unknown_field: 'Remove the field or correct its name.',
  external_id_taken: 'Choose another external id, or import with `on_duplicate=update`.',
  duplicate_question: 'Remove the item, or import with `on_duplicate=skip`, `update` or `create`.',
};
