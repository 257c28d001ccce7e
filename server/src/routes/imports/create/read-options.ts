import type { Deps } from '../../../deps.ts';
import type { ImportOptions } from '../../../domain/imports/import.ts';
import { DIFFICULTIES } from '../../../domain/questions/difficulty.ts';
import { CONTENT_FIELDS } from '../../../domain/questions/question.ts';
import { type Violation, violationError } from '../../../errors.ts';
import type { ImportQuery } from '../schema.ts';

const MAX_COLUMNS = 500;
const FIELDS = new Set<unknown>(CONTENT_FIELDS);

/** The options of the query, with their JSON parsed and everything checked that can be checked without the file. */
export function readOptions(deps: Pick<Deps, 'checkQuestion' | 'categories'>, query: ImportQuery): ImportOptions {
  const violations: Violation[] = [];
  const report = (parameter: string, code: Violation['code'], detail: string) =>
    violations.push({ code, detail, parameter });
  const { dry_run, mode, on_duplicate, create_categories, encoding = null, header_row = null, sheet = null } = query;
  if (encoding !== null && !isEncoding(encoding))
    report(
      'encoding',
      'not_allowed',
      `The encoding "${encoding}" is not known. Use a name such as utf-8 or windows-1252.`,
    );
  const defaults = readObject(query.defaults, 'defaults', report);
  const category_map = readObject(query.category_map, 'category_map', report);
  const columns = readColumns(query.columns, report);
  for (const [from, to] of Object.entries(category_map)) {
    const known = typeof to === 'string' && deps.categories.current.find(to.trim()) !== undefined;
    if (known || (typeof to === 'string' && create_categories)) continue;
    const names = deps.categories.current.suggest(String(to)).join(', ');
    report(
      'category_map',
      'not_allowed',
      `\`category_map\` maps "${from.slice(0, 100)}" to no category of the bank: ${names}.`,
    );
  }
  const difficulty_map = readObject(query.difficulty_map, 'difficulty_map', report);
  for (const [from, to] of Object.entries(difficulty_map)) {
    if (DIFFICULTIES.some(({ level }) => level === to)) continue;
    report('difficulty_map', 'not_allowed', `\`difficulty_map\` maps "${from.slice(0, 100)}" to no level: 0, 1 or 2.`);
  }
  const field_map = readObject(query.field_map, 'field_map', report);
  for (const [from, to] of Object.entries(field_map)) {
    if (to === null || FIELDS.has(to)) continue;
    const detail = `\`field_map\` maps "${from.slice(0, 100)}" to no field of a question: ${CONTENT_FIELDS.join(', ')}, or null.`;
    report('field_map', 'not_allowed', detail);
  }
  for (const violation of checkDefaults(deps, defaults, create_categories))
    report('defaults', violation.code, `In \`defaults\`: ${violation.detail}`);
  if (violations.length > 0) throw violationError(violations);
  return {
    dry_run,
    mode,
    on_duplicate,
    defaults,
    category_map: category_map as Record<string, string>,
    difficulty_map: difficulty_map as Record<string, number>,
    field_map: field_map as Record<string, string | null>,
    columns,
    header_row,
    sheet,
    create_categories,
    encoding,
  };
}

type ReportViolation = (parameter: string, code: Violation['code'], detail: string) => void;

function readObject(text: string | undefined, name: string, report: ReportViolation): Record<string, unknown> {
  const value = readJson(text ?? '{}');
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  report(name, 'invalid_type', `\`${name}\` must be a JSON object such as {"difficulty":1}.`);
  return {};
}

function readColumns(text: string | undefined, report: ReportViolation): (string | null)[] | null {
  if (text === undefined) return null;
  const value = readJson(text);
  const isList = Array.isArray(value) && value.every((name) => name === null || typeof name === 'string');
  if (isList && value.length > 0 && value.length <= MAX_COLUMNS) return value as (string | null)[];
  report('columns', 'invalid_type', `\`columns\` must be a JSON array of up to ${MAX_COLUMNS} names or nulls.`);
  return null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks the defaults as part of an otherwise complete question. */
function checkDefaults(
  { checkQuestion, categories }: Pick<Deps, 'checkQuestion' | 'categories'>,
  defaults: Readonly<Record<string, unknown>>,
  createCategories: boolean,
): Violation[] {
  const unknown = Object.keys(defaults).filter((field) => !(CONTENT_FIELDS as readonly string[]).includes(field));
  if (unknown.length > 0)
    return unknown.map((field) => ({ code: 'unknown_field', detail: `Unknown field \`${field.slice(0, 100)}\`.` }));
  const rest = { question_text: 'x', correct_answer: 'x', category: categories.current.names[0], difficulty: 0 };
  const checked = checkQuestion({ ...rest, ...defaults });
  if (!('error' in checked)) return [];
  return checked.error.errors.filter(
    ({ pointer, code }) => !(createCategories && pointer === '#/category' && code === 'not_allowed'),
  );
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}
