import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanOptions } from '@opentelemetry/api';

export interface Spans {
  begin: (name: string, options: SpanOptions, parent?: Span) => Span;
  /** The span of the current request, the parent of its statements' spans. */
  active: AsyncLocalStorage<Span>;
}
