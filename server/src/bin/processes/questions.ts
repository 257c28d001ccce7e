import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { SharedCount } from '../../limits/shared-counts.ts';

/**
 * Points that a caller uses: the counter, the caller, the number of points, and the window of the counter in seconds.
 */
export type Take = readonly [prefix: string, key: string, points: number, seconds: number];

export type Metrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** The questions between the processes of one API: the body of each question and of its reply. */
export interface Questions {
  /** A child takes points for its callers. */
  take: { body: readonly Take[]; reply: readonly SharedCount[] };
  /** A child requests the metrics of all. */
  metrics: { body: null; reply: string };
  /** The first process requests the metrics of a child. */
  ownMetrics: { body: null; reply: Metrics };
}
