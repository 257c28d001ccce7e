import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge } from 'prom-client';
import type { Deps } from '../../../deps.ts';
import { type Audience, PROGRESS_TYPES, receives } from '../../../domain/event-feed.ts';
import type { EventCursor } from '../../../domain/events.ts';
import { AppError } from '../../../errors.ts';
import { Slices } from '../../../limits/slices.ts';
import { credentialOf, recheckCredential } from '../../../plugins/access/access.ts';
import { payerOf } from '../../../plugins/access/rate-limit.ts';
import { repeat } from '../../../queue/repeat.ts';
import { BEFORE_ALL_EVENTS, findEventsEnd, listEventsAfter, MAX_EVENTS_AT_ONCE } from '../../../store/events.ts';
import { listJobProgress } from '../../../store/progress.ts';
import { CatchUps } from './catch-ups.ts';
import { EventLog } from './event-log.ts';
import { loggedEvent, placeFrame, RETRY_MS, retryFrame } from './frames.ts';
import { ProgressNotes } from './progress.ts';
import { END_REASONS, EventStream } from './stream.ts';

/** How often new events are read, once for all streams of the process. */
const READ_EVERY_MS = 250;
/** How often tokens are looked up and jobs are checked: a revoked token takes effect within a second. */
const POLL_INTERVAL_MS = 750;
/** Kept for streams that reconnect after a moment or read slowly: about 4 MB. */
const MAX_LOGGED_EVENTS = 10_000;
/** When a node stops, its clients reconnect at random times within this period. */
const MAX_SPREAD_MS = 3000;

interface Running {
  log: EventLog;
  stop: () => Promise<void>;
}

/** All streams of a process, and the one reader that they share. It reads only while there are streams. */
export class StreamHub {
  readonly #deps: Deps;
  readonly #log: FastifyBaseLogger;
  readonly #streams = new Map<EventStream, FastifyRequest>();
  /** The number of streams per principal, including those about to open. */
  readonly #streamsOf = new Map<string, number>();
  readonly #catchUps: CatchUps;
  readonly #ended: Counter;
  readonly #sent: Counter;
  #running: Promise<Running> | undefined;
  #isStopping = false;
  #isFailing = false;
  #heartbeatAt = 0;

  constructor(deps: Deps, log: FastifyBaseLogger) {
    this.#deps = deps;
    this.#log = log;
    this.#catchUps = new CatchUps(deps.db.reads, READ_EVERY_MS);
    const registers = [deps.metrics.registry];
    const streams = this.#streams;
    new Gauge({
      name: 'quaestor_event_streams',
      help: 'Callers who are being sent events',
      registers,
      collect() {
        this.set(streams.size);
      },
    });
    this.#ended = new Counter({
      name: 'quaestor_event_streams_ended_total',
      help: 'Streams of events that have ended, by reason',
      labelNames: ['reason'],
      registers,
    });
    for (const reason of END_REASONS) this.#ended.inc({ reason }, 0);
    this.#sent = new Counter({
      name: 'quaestor_events_streamed_total',
      help: 'Events sent to streams: each counts once for every stream that got it',
      registers,
    });
  }

  /** Starts sending events after the place. Everything that can be rejected is rejected before the first byte. */
  async open(request: FastifyRequest, reply: FastifyReply, audience: Audience, place: EventCursor): Promise<void> {
    const leave = this.#enter(request);
    try {
      const { log } = await this.#start();
      if (reply.sent) return leave(); // it took too long, and the caller already has a reply
      const stream = new EventStream(begin(request, reply), audience, {
        stallMs: this.#deps.config.streamStallMs,
        onEnd: (reason) => {
          this.#streams.delete(stream);
          this.#ended.inc({ reason });
          leave();
        },
        onSent: (events) => this.#sent.inc(events),
      });
      this.#streams.set(stream, request);
      // A client that is cut off before the first event must not start at a later moment.
      stream.write(retryFrame(RETRY_MS) + (place === BEFORE_ALL_EVENTS ? '' : placeFrame(place)));
      if (reply.raw.destroyed) return stream.end('client'); // its close event has already fired
      if (this.#isStopping) return this.#dismiss(stream);
      const pay = () => this.#payForRead(request);
      this.#catchUps.run(stream, log, place, pay).catch(() => stream.end('restart', retryFrame(RETRY_MS)));
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Asks all clients to reconnect later, to another node if there is one. */
  dismissAll(): void {
    this.#isStopping = true;
    for (const stream of this.#streams.keys()) this.#dismiss(stream);
  }

  async close(): Promise<void> {
    this.dismissAll();
    await this.#stop();
  }

  /** A page that a stream reads for itself costs as much as a listed one; the caller's next request pays for it. */
  async #payForRead(request: FastifyRequest): Promise<void> {
    const { config, limits } = this.#deps;
    const { key, counter } = payerOf(request);
    if (config.rateLimit) await limits[counter].take(key, config.costRead);
  }

  #dismiss(stream: EventStream): void {
    stream.end('stop', retryFrame(RETRY_MS / 4 + Math.random() * MAX_SPREAD_MS));
  }

  #enter(request: FastifyRequest): () => void {
    const { streamsAtOnce, streamsPerPrincipal } = this.#deps.config;
    const { key } = payerOf(request);
    const own = this.#streamsOf.get(key) ?? 0;
    const headers = { 'retry-after': '5' };
    if (own >= streamsPerPrincipal) {
      const detail = `You have ${own} event streams open; the limit is ${streamsPerPrincipal}. Close one, or share one.`;
      throw new AppError('concurrency_limited', { detail, headers });
    }
    const all = this.#streamsOf.values().reduce((sum, count) => sum + count, 0);
    if (all >= streamsAtOnce) throw new AppError('overloaded', { headers });
    this.#streamsOf.set(key, own + 1);
    return () => {
      const left = (this.#streamsOf.get(key) ?? 1) - 1;
      if (left === 0) this.#streamsOf.delete(key);
      else this.#streamsOf.set(key, left);
      if (this.#streamsOf.size === 0) void this.#stop();
    };
  }

  #start(): Promise<Running> {
    this.#running ??= this.#run().catch((error: unknown) => {
      this.#running = undefined;
      throw error;
    });
    return this.#running;
  }

  async #run(): Promise<Running> {
    const log = new EventLog(await findEventsEnd(this.#deps.db.reads), MAX_LOGGED_EVENTS);
    const notes = new ProgressNotes();
    const reading = repeat(READ_EVERY_MS, (signal) => this.#read(log, signal).then(this.#succeeded), this.#failed);
    const polling = repeat(POLL_INTERVAL_MS, () => this.#poll(notes), this.#failed);
    return {
      log,
      stop: async () => {
        await Promise.all([reading.stop(), polling.stop()]);
      },
    };
  }

  /** A failed read is retried while streams wait and heartbeats continue. It is logged once, and again on recovery. */
  readonly #failed = (error: unknown): void => {
    if (!this.#isFailing)
      this.#log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'streams of events wait');
    this.#isFailing = true;
  };

  readonly #succeeded = (): void => {
    if (this.#isFailing) this.#log.info('streams of events continue');
    this.#isFailing = false;
  };

  async #stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await (await running?.catch(() => undefined))?.stop();
  }

  /** Reads page after page and sends each to every stream. */
  async #read(log: EventLog, signal: AbortSignal): Promise<void> {
    for (let more = true; more && !signal.aborted; ) {
      const page = await listEventsAfter(this.#deps.db.reads, { after: log.readUntil, limit: MAX_EVENTS_AT_ONCE });
      // The address now leads to another database. Clients notice by their event id when they reconnect.
      if (page.gap) for (const stream of this.#streams.keys()) stream.end('restart');
      log.append(page.events.map(loggedEvent), page.next);
      if (page.events.length > 0) await this.#forEach((stream) => stream.flush());
      more = page.has_more;
    }
  }

  async #poll(notes: ProgressNotes): Promise<void> {
    const isDue = performance.now() - this.#heartbeatAt >= this.#deps.config.streamHeartbeatMs;
    if (isDue) this.#heartbeatAt = performance.now();
    await this.#forEach((stream) => {
      stream.endIfStalled();
      if (isDue) stream.heartbeat();
    });
    await this.#recheckTokens();
    await this.#reportProgress(notes);
  }

  async #recheckTokens(): Promise<void> {
    const byToken = Map.groupBy(this.#streams, ([, request]) => credentialOf(this.#deps, request));
    await Promise.all(
      Array.from(byToken, async ([, streams]) => {
        const [, request] = streams[0] ?? [];
        if (request === undefined || (await recheckCredential(this.#deps, request))) return;
        for (const [stream] of streams) stream.end('token');
      }),
    );
  }

  async #reportProgress(notes: ProgressNotes): Promise<void> {
    if (!this.#streams.keys().some(({ audience: { types } }) => PROGRESS_TYPES.some((type) => types.has(type)))) return;
    const news = notes.note(await listJobProgress(this.#deps.db.reads, notes.ids), this.#deps.now());
    if (news.length === 0) return;
    await this.#forEach((stream) => {
      // A blocked stream gets the next notice instead: progress is not worth queueing.
      const sent = stream.isBlocked ? [] : news.filter((each) => receives(stream.audience, each));
      if (sent.length > 0) stream.write(sent.map(({ frame }) => frame).join(''));
    });
  }

  /** Works in slices, because a thousand streams would block the event loop for too long. */
  async #forEach(work: (stream: EventStream) => void): Promise<void> {
    const slices = new Slices();
    for (const stream of [...this.#streams.keys()]) {
      if (slices.over) await slices.next();
      work(stream);
    }
  }
}

/** From here on the response bypasses all hooks. */
function begin(request: FastifyRequest, reply: FastifyReply): FastifyReply['raw'] {
  request.endTurn();
  reply.measureNow();
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-cache, no-transform',
    'x-accel-buffering': 'no', // nginx would wait for more
    connection: 'close',
  });
  return reply.raw;
}
