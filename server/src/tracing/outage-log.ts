import type { SpanExporter } from '@opentelemetry/sdk-trace';

/**
 * Logs one line when the receiver of spans becomes unavailable and one when it is back, however many spans are sent in
 * between.
 */
export function withOutageLog(
  exporter: SpanExporter,
  logger: { warn(facts: object, message: string): void },
): SpanExporter {
  let away = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (away !== (result.error !== undefined)) {
          away = !away;
          if (away)
            logger.warn({ reason: result.error?.message }, 'spans cannot be sent; those beyond the buffer are dropped');
          else logger.warn({}, 'spans are sent again');
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush !== undefined && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}
