import { MAX_PAGE_BYTES } from '../domain/page-budget.ts';

/**
 * The rows of an ordered page, each with its `body` as long as the page up to it is within its budget: the rest is not
 * sent. The size of a text is known without reading it, so that this costs next to nothing.
 */
export function withinBudget(page: string, columns: string, maxBytes: string | number): string {
  return `select ${columns}, case when sum(octet_length(body)) over (rows unbounded preceding) <= ${maxBytes} then body end as body
            from (${page}) page`;
}

/**
 * The same for rows that are large in several columns: the rows up to the first that passes the budget, which tells by
 * its `running_bytes`. `page` must have a column `bytes`.
 */
export function upToBudget(page: string, columns: string): string {
  return `select ${columns}, running_bytes
            from (select page.*, sum(bytes) over (rows unbounded preceding)::float8 as running_bytes from (${page}) page) sized
           where running_bytes - bytes <= ${MAX_PAGE_BYTES}`;
}
