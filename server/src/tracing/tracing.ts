import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { ROOT_CONTEXT, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { VERSION } from '../config/version.ts';
import type { Role } from '../metrics/metrics.ts';
import type { JobEnd } from '../queue/job-kind.ts';
import { withOutageLog } from './outage-log.ts';
import type { Spans } from './spans.ts';
import { traceRequests } from './trace-requests.ts';
import { traceStatements } from './trace-statements.ts';

export interface Tracing {
  /**
   * Call before any hook that may reject a request. `problemOf` returns the code of the problem that is sent, or ''.
   */
  traceRequests(app: FastifyInstance, problemOf: (reply: FastifyReply) => string): void;
  jobEnded(end: JobEnd): void;
  /** Sends the remaining spans, within a time limit. */
  close(): Promise<void>;
}

export interface TracingOptions {
  /** The share of traces to record if no caller has decided. */
  sampledShare: number;
  role: Role;
  logger: { warn(facts: object, message: string): void };
}

/** The maximum number of waiting spans, about 10 MB. More are dropped while the receiver is slow or unavailable. */
const MAX_QUEUED = 4096;
const SEND_EVERY_MS = 2000;
/** Statements contain no values; a longer one is mostly a list of columns. */
const MAX_TEXT_LENGTH = 1000;
const CLOSE_WITHIN_MS = 1500;

/**
 * OpenTelemetry: a span for each request, with its statements below it, and for each job. This file and its imports are
 * only loaded if `OTEL_EXPORTER_OTLP_ENDPOINT` is set; the exporter and the resource read the other variables from the
 * environment themselves.
 */
export function startTracing({ sampledShare, role, logger }: TracingOptions): Tracing {
  const own = { 'service.name': `quaestor-${role}`, 'service.version': VERSION, 'host.name': hostname() };
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanLimits: { attributeValueLengthLimit: MAX_TEXT_LENGTH },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withOutageLog(new OTLPTraceExporter(), logger),
        maxQueueSize: MAX_QUEUED,
        scheduledDelayMillis: SEND_EVERY_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('quaestor', VERSION);
  const spans: Spans = {
    begin: (name, options, parent) =>
      tracer.startSpan(name, options, parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent)),
    active: new AsyncLocalStorage<Span>(),
  };
  const stopTracingStatements = traceStatements(spans);
  return {
    traceRequests: (app, problemOf) => traceRequests(app, spans, problemOf),
    jobEnded: ({ queue, id, outcome, seconds }) => {
      const endTime = Date.now();
      const attributes = {
        'messaging.destination.name': queue,
        'quaestor.job.subject': id,
        'quaestor.job.outcome': outcome,
      };
      const span = spans.begin(`job ${queue}`, { startTime: endTime - seconds * 1000, attributes });
      if (outcome === 'failed' || outcome === 'retried') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endTime);
    },
    close: async () => {
      stopTracingStatements();
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, CLOSE_WITHIN_MS);
      await Promise.race([provider.shutdown().catch(() => {}), late]); // failures to send were already logged
      clearTimeout(timer);
    },
  };
}
