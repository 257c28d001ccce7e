import { fieldOfReport } from '../errors/report-field.ts';
import { suggestCategory, suggestLevels } from '../errors/suggest.ts';
import { headerLineOf } from '../table/header.ts';
import type { Checked } from '../use-check.ts';
import type { Settings } from '../wizard.ts';

/** A name in the file, and how many rows have it, as far as this is known. */
export interface FoundName {
  name: string;
  count: number;
}

/** Names beyond these are corrected row by row. */
const MAX_NAMES = 100;

/** The names in the file that are not categories of the bank. Mapped names stay in the list. */
export function unknownCategories(checked: Checked, settings: Settings, categories: readonly string[]): FoundName[] {
  const known = new Set(categories.map((name) => name.toLowerCase()));
  const inColumn = columnValues(checked, settings, 'category')?.filter(({ name }) => !known.has(name.toLowerCase()));
  return listed(inColumn ?? reportedValues(checked, 'category'), Object.keys(settings.category_map));
}

/** The levels in the file, if one of them is not a level of the bank: a scale of three needs all of its levels. */
export function unknownLevels(checked: Checked, settings: Settings): FoundName[] {
  const reported = reportedValues(checked, 'difficulty');
  const mapped = Object.keys(settings.difficulty_map);
  if (reported.length === 0 && mapped.length === 0) return [];
  return listed(columnValues(checked, settings, 'difficulty') ?? reported, mapped);
}

/** The fields in the file that questions do not have. */
export function unknownFields({ reports }: Checked, settings: Settings): FoundName[] {
  const found = reports.filter(({ code }) => code === 'unknown_field').map(({ column }) => column ?? '');
  return listed(counted(found), Object.keys(settings.field_map));
}

function reportedValues({ record, reports }: Checked, field: 'category' | 'difficulty'): FoundName[] {
  const wrong = reports.filter((report) => {
    const isOutside = report.code === 'not_allowed' || report.code === 'invalid_type' || report.code === 'out_of_range';
    return isOutside && fieldOfReport(report, record.columns) === field;
  });
  return counted(wrong.map(({ value }) => value));
}

/** The values of a column in the browser's copy; undefined if it has none. */
function columnValues(checked: Checked, settings: Settings, field: 'category' | 'difficulty'): FoundName[] | undefined {
  const { record, table } = checked;
  const index = record.columns?.findIndex((column) => column.field === field) ?? -1;
  const header = headerLineOf(checked, settings);
  if (table === undefined || index < 0 || header === undefined) return undefined;
  const columns = countedColumns.get(table) ?? new Map<string, FoundName[]>();
  countedColumns.set(table, columns);
  const key = `${index} ${header}`;
  const known = columns.get(key);
  if (known !== undefined) return known;
  const found = counted(table.records.filter(({ line }) => line > header).map(({ cells }) => cells[index] ?? ''));
  columns.set(key, found);
  return found;
}

/** The values of each column and header row: every choice shows them again, and a table may have 200,000 rows. */
const countedColumns = new WeakMap<object, Map<string, FoundName[]>>();

function counted(values: readonly string[]): FoundName[] {
  const counts = new Map<string, number>();
  for (const value of values) {
    const name = value.trim();
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count })).sort((left, right) => right.count - left.count);
}

function listed(found: readonly FoundName[], mapped: readonly string[]): FoundName[] {
  const names = new Set(found.map(({ name }) => name));
  const gone = mapped.filter((name) => !names.has(name)).map((name) => ({ name, count: 0 }));
  return [...gone, ...found].slice(0, MAX_NAMES);
}

/** What each unmapped name probably means. */
export function suggestedMaps(
  checked: Checked,
  settings: Settings,
  categories: readonly string[],
): Pick<Settings, 'category_map' | 'difficulty_map'> & { count: number } {
  const category_map = { ...settings.category_map };
  let count = 0;
  for (const { name } of unknownCategories(checked, settings, categories)) {
    const suggested = name in category_map ? undefined : suggestCategory(name, categories);
    if (suggested === undefined) continue;
    category_map[name] = suggested;
    count += 1;
  }
  const difficulty_map = { ...settings.difficulty_map };
  const levels = unknownLevels(checked, settings).map(({ name }) => name);
  for (const [name, level] of suggestLevels(levels)) {
    if (name in difficulty_map) continue;
    difficulty_map[name] = level;
    count += 1;
  }
  return { category_map, difficulty_map, count };
}
