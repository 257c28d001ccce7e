import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { SharedCount } from '../../limits/shared-counts.ts';

/** Points that a caller uses up: under which counter, whose, how many, and the window of the counter in seconds. */
export type Take = readonly [prefix: string, key: string, points: number, seconds: number];

export type Metrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What the processes of one API ask each other: the body of the question and of its reply. */
export interface Questions {
  /** A child asks for points of its callers. */
  take: { body: readonly Take[]; reply: readonly SharedCount[] };
  /** A child asks for the metrics of all. */
  metrics: { body: null; reply: string };
  /** The first process asks a child for its own. */
  ownMetrics: { body: null; reply: Metrics };
}
