import { AppError } from '../../errors.ts';

/** The maximum total size of the rows of a page. A question has at most 210 KB, so nearly 80 always fit. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;

/**
 * Returning fewer rows than requested would make offsets wrong, so a page that is too large is rejected with the
 * largest limit that fits.
 */
export function pageTooLarge(maximum: number, parameter: 'limit' | 'count' = 'limit'): AppError {
  const detail = `The page would exceed ${MAX_PAGE_BYTES / 1024 / 1024} MiB. The largest \`${parameter}\` that fits here is ${maximum}.`;
  return new AppError('page_too_large', { detail, errors: [{ code: 'page_too_large', detail, parameter, maximum }] });
}

/** A row of a page; if not all of them fit, `body` is null in every row. */
export interface SizedRow {
  body: string | null;
  fits: boolean;
}

/** The rows of a page, once it is certain that they fit. */
export function requireWholePage<Row extends SizedRow>(
  rows: readonly Row[],
  parameter: 'limit' | 'count' = 'limit',
): (Row & { body: string })[] {
  const fitting = rows.findIndex(({ fits }) => !fits);
  if (fitting !== -1) throw pageTooLarge(fitting, parameter);
  return rows as (Row & { body: string })[];
}

/** The same for pages whose first row contains the number of rows that fit, unless all do. */
export function requirePageWithin([first]: readonly { fitting?: number | null }[]): void {
  if (typeof first?.fitting === 'number') throw pageTooLarge(Math.max(1, first.fitting));
}

export function bytesOf(rows: readonly { body: string | null }[]): number {
  return rows.reduce((bytes, { body }) => bytes + Buffer.byteLength(body ?? ''), 0);
}
