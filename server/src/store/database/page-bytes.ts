import { MAX_PAGE_BYTES } from '../../domain/http/page-budget.ts';

/**
 * The rows of an ordered page with their `body`, or without any if the first `kept` of them have too many bytes: then
 * `fits` says which ones do. The size of a text is known without reading it, so nothing is read for a page that is not
 * sent.
 */
export function withinBudget(
  page: string,
  columns: string,
  { kept, maxBytes = MAX_PAGE_BYTES }: { kept: number | string; maxBytes?: number | string },
): string {
  return `select ${columns}, running <= ${maxBytes} as fits,
                 case when max(running) filter (where place <= ${kept}) over () <= ${maxBytes} then body end as body
            from (select page.*, row_number() over in_order as place, sum(octet_length(body)) over in_order as running
                    from (${page}) page
                  window in_order as (rows unbounded preceding)) sized`;
}

/**
 * The same for rows with several large columns, whose sum is `bytes`: all rows, or the first one alone with the number
 * of those that fit as `fitting`.
 */
export function wholeWithinBudget(page: string, columns: string, kept: string): string {
  return `select ${columns}, fitting
            from (select sized.*,
                         case when max(running) filter (where place <= ${kept}) over () > ${MAX_PAGE_BYTES}
                              then count(*) filter (where place <= ${kept} and running <= ${MAX_PAGE_BYTES}) over () end::float8 as fitting
                    from (select page.*, row_number() over in_order as place, sum(bytes) over in_order as running
                            from (${page}) page
                          window in_order as (rows unbounded preceding)) sized) measured
           where fitting is null or place = 1`;
}
