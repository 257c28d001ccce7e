import { AggregatorRegistry, type Registry } from 'prom-client';
import type { MetricsText } from '../../metrics/metrics.ts';
import { mergeCalls } from '../../store/database/merge-calls.ts';
import type { Channel } from './channel.ts';
import type { Metrics } from './questions.ts';

const OWN_WITHIN_MS = 1000;
const ALL_WITHIN_MS = 2 * OWN_WITHIN_MS;

/**
 * The metrics of all children as one text, so that Prometheus reads the same from any of them. The label `process`
 * distinguishes them, and a replacement inherits the label of the child that ended, so that counters restart as after
 * any restart. Children that do not reply in time are left out.
 */
export async function metricsOfAll(children: ReadonlyMap<number, Channel>): Promise<string> {
  const replies = await Promise.all(
    Array.from(children, ([place, child]) =>
      child.ask('ownMetrics', null, OWN_WITHIN_MS).then(
        (metrics) => metrics.map((metric) => withLabel(metric, place)),
        (): Metrics => [],
      ),
    ),
  );
  return AggregatorRegistry.aggregate(replies).metrics();
}

function withLabel(metric: Metrics[number], place: number): Metrics[number] {
  return {
    ...metric,
    aggregator: 'sum', // of single values; other aggregators would drop some
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process: place } })),
  };
}

/** The content of `/metrics` of a child. Concurrent scrapes share one collection. */
export function metricsOfSiblings(first: Channel, { contentType }: Registry): MetricsText {
  const look = mergeCalls(
    async (calls: readonly undefined[]) => {
      const text = await first.ask('metrics', null, ALL_WITHIN_MS);
      return calls.map(() => text);
    },
    { maxBatch: Number.POSITIVE_INFINITY, concurrency: 1 },
  );
  return { contentType, metrics: () => look(undefined) };
}
