/**
 * The rows of an ordered page, each with its `body` as long as the page up to it is within its budget: the rest is not
 * sent. The size of a text is known without reading it, so that this costs next to nothing.
 */
export function withinBudget(page: string, columns: string, maxBytes: string | number): string {
  return `select ${columns}, case when sum(octet_length(body)) over (rows unbounded preceding) <= ${maxBytes} then body end as body
            from (${page}) page`;
}
