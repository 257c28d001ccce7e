import type { SpanExporter } from '@opentelemetry/sdk-trace';

/** One line when the receiver of spans is lost and one when it is there again, however many are sent in between. */
export function tellingWhenAway(
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
            logger.warn({ reason: result.error?.message }, 'spans cannot be sent; those that do not fit are dropped');
          else logger.warn({}, 'spans are sent again');
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush !== undefined && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}
