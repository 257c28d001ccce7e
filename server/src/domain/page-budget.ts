import { AppError } from '../errors.ts';

/** What the rows of one page may have together. A question has at most 210 KB, so that 80 always fit. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;

/** Fewer rows than asked for would make offsets lie: a page that is too large is rejected, with the largest that fits. */
export function pageTooLarge(maximum: number, parameter: 'limit' | 'count' = 'limit'): AppError {
  const detail = `The page has more than ${MAX_PAGE_BYTES / 1024 / 1024} MiB. The largest \`${parameter}\` that fits here is ${maximum}.`;
  return new AppError('page_too_large', { detail, errors: [{ code: 'page_too_large', detail, parameter, maximum }] });
}

/** The rows that a page has, once it is sure that none of them was left out for its size. */
export function requireWholePage<Row extends { body: string | null }>(
  rows: readonly Row[],
  parameter: 'limit' | 'count' = 'limit',
): (Row & { body: string })[] {
  const cut = rows.findIndex(({ body }) => body === null);
  if (cut !== -1) throw pageTooLarge(cut, parameter);
  return rows as (Row & { body: string })[];
}

/** The same for rows that tell how many bytes the page has up to them. */
export function requirePageWithin(rows: readonly { running_bytes?: number }[], limit: number): void {
  const cut = rows.findIndex(({ running_bytes = 0 }) => running_bytes > MAX_PAGE_BYTES);
  if (cut !== -1 && cut < limit) throw pageTooLarge(Math.max(1, cut));
}

export function bytesOf(rows: readonly { body: string | null }[]): number {
  return rows.reduce((bytes, { body }) => bytes + Buffer.byteLength(body ?? ''), 0);
}
