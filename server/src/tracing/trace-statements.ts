import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import pg from 'pg';
import type { Spans } from './spans.ts';

type Query = (...given: unknown[]) => unknown;

/**
 * A span for each statement of a request, as a child of its span. The driver is only patched while tracing is enabled.
 * Values are never part of a span. Returns a function that removes the patch.
 */
export function traceStatements({ begin, active }: Spans): () => void {
  const prototypes: { query: Query }[] = [pg.Client.prototype, pg.Pool.prototype];
  const plain = prototypes.map(({ query }) => query);
  for (const [index, prototype] of prototypes.entries()) {
    const query = plain[index] as Query;
    prototype.query = function traced(this: unknown, ...given: unknown[]) {
      const parent = active.getStore();
      // A pool calls its connection with a callback: that statement already has its span.
      if (parent === undefined || typeof given.at(-1) === 'function') return query.apply(this, given);
      const { name, text } = describe(given[0]);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
      const span = begin(name, { kind: SpanKind.CLIENT, attributes }, parent);
      const result = query.apply(this, given);
      if (result instanceof Promise) {
        result.then(
          () => span.end(),
          (error: { code?: string }) => {
            span.setStatus({ code: SpanStatusCode.ERROR });
            if (error.code !== undefined) span.setAttribute('db.response.status_code', error.code);
            span.end();
          },
        );
      } else span.end();
      return result;
    };
  }
  return () => {
    for (const [index, prototype] of prototypes.entries()) prototype.query = plain[index] as Query;
  };
}

/** Named statements have a meaningful name; others use their first word. */
function describe(statement: unknown): { name: string; text: string } {
  const { name, text } = (typeof statement === 'string' ? { text: statement } : statement) as pg.QueryConfig;
  return { name: name ?? /\w+/u.exec(text)?.[0] ?? 'statement', text };
}
