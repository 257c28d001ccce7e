import { findAnalysisType } from '../../../analysis/index.ts';
import type { RowFilter } from '../../../analysis/row-filter.ts';
import { listNames, numbered } from '../../../analysis/wording.ts';
import type { RowSelection } from '../../../domain/analysis/row-selection.ts';
import { AppError, type Violation, violationError } from '../../../errors.ts';
import type { Analysis } from '../../../store/analysis/analyses.ts';
import { countItems } from '../../../store/analysis/items.ts';
import { maxExaminedRows } from '../../../store/analysis/selected-items.ts';
import type { Executor } from '../../../store/database/database.ts';
import type { RowsQuery } from '../schema.ts';

const PAGING = ['limit', 'offset', 'cursor', 'sort'];

/** The rows that a query asks for, and their order; null for all rows in the usual order. */
export function readSelection(run: Analysis, query: RowsQuery): RowSelection | null {
  const type = findAnalysisType(run.analysis_type);
  const given = Object.entries(query).filter(([name, value]) => !PAGING.includes(name) && value !== undefined);
  const violations: Violation[] = [];
  const conditions = given.map(([name, values]) => {
    const filter = type.filters.find((one) => one.name === name);
    if (filter === undefined) {
      violations.push(
        notHere(
          name,
          `filtered by ${name}`,
          type.filters.map((one) => one.name),
          run.analysis_type,
        ),
      );
      return [];
    }
    return (values as string[]).map((value) => {
      if (!takes(filter, value)) violations.push(unknownValue(filter, value));
      return filter.match(value, run.parameters);
    });
  });
  const { sort } = query;
  const by = type.orders[sort?.replace('-', '') ?? ''];
  if (sort !== undefined && by === undefined)
    violations.push(notHere('sort', `sorted by ${sort.replace('-', '')}`, Object.keys(type.orders), run.analysis_type));
  if (violations.length > 0) throw violationError(violations);
  if (conditions.length === 0 && by === undefined) return null;
  return { conditions, order: by === undefined ? null : { by, descending: sort?.startsWith('-') === true } };
}

function takes({ values }: RowFilter, value: string): boolean {
  return values === null || values.includes(value);
}

function notHere(parameter: string, what: string, possible: readonly string[], type: string): Violation {
  const detail = `The rows of ${type} cannot be ${what}, only by ${listNames(possible)}.`;
  return { code: 'not_allowed', detail, parameter };
}

function unknownValue({ name, values }: RowFilter, value: string): Violation {
  const detail = `"${value.slice(0, 100)}" is not a ${name} of these rows: there are ${listNames(values ?? [])}.`;
  return { code: 'not_allowed', detail, parameter: name };
}

/** To sort the rows or to skip matches, all rows must be examined. */
export async function rejectTooMany(
  db: Executor,
  itemsId: string,
  selection: RowSelection,
  offset: number,
): Promise<void> {
  if (selection.order === null && offset === 0) return;
  const limit = maxExaminedRows(selection);
  if ((await countItems(db, itemsId)) <= limit) return;
  const parameter = selection.order === null ? 'offset' : 'sort';
  const detail = `This result has more than ${numbered(limit, 'row')}. Read it by cursor, in its own order.`;
  throw new AppError('validation_error', { detail, errors: [{ code: 'not_allowed', detail, parameter }] });
}
