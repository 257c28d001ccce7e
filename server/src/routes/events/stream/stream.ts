import type { ServerResponse } from 'node:http';
import { type Audience, receives } from '../../../domain/event-feed.ts';
import { compareEvents, type EventCursor } from '../../../domain/events.ts';
import type { EventLog, LoggedEvent } from './event-log.ts';
import { HEARTBEAT_FRAME, placeFrame } from './frames.ts';

/** Why a stream ended; a label of the metrics. */
export const END_REASONS = ['client', 'slow', 'token', 'stop', 'restart'] as const;
type EndReason = (typeof END_REASONS)[number];

interface StreamOptions {
  /** A client that has taken nothing for this long is disconnected; it can continue after the id of the last event. */
  stallMs: number;
  onEnd: (reason: EndReason) => void;
  onSent: (events: number) => void;
}

/** The stream of one caller. Events that the caller has not read yet wait in the log, not here. */
export class EventStream {
  readonly audience: Audience;
  readonly #key: string;
  readonly #response: ServerResponse;
  readonly #stallMs: number;
  readonly #onEnd: (reason: EndReason) => void;
  readonly #onSent: (events: number) => void;
  /** Undefined until the stream has caught up with it. */
  #log: EventLog | undefined;
  /** The number of the next event in the log. */
  #next = 0;
  /** Set if the client was ahead of the log at the start: events up to here have been sent. */
  #seenUntil: EventCursor | undefined;
  #blockedSince: number | undefined;
  #ended = false;

  constructor(response: ServerResponse, audience: Audience, { stallMs, onEnd, onSent }: StreamOptions) {
    this.audience = audience;
    this.#key = `${[...audience.types].join(',')} ${audience.owner}`;
    this.#response = response;
    this.#stallMs = stallMs;
    this.#onEnd = onEnd;
    this.#onSent = onSent;
    response.once('close', () => this.#finish('client'));
    response.on('drain', () => {
      this.#blockedSince = undefined;
      this.flush();
    });
    response.on('error', () => {}); // its close event is enough
  }

  get ended(): boolean {
    return this.#ended;
  }

  get isBlocked(): boolean {
    return this.#blockedSince !== undefined;
  }

  write(text: string | Buffer): void {
    if (this.#ended) return;
    if (!this.#response.write(text)) this.#blockedSince ??= performance.now();
  }

  /** Sends events that are older than the log, or all that it has, and waits until the client has read them. */
  async writeEvents(events: readonly LoggedEvent[]): Promise<void> {
    const wanted = events.filter((event) => receives(this.audience, event));
    if (wanted.length > 0) this.write(wanted.map(({ frame }) => frame).join(''));
    this.#onSent(wanted.length);
    if (this.isBlocked) await this.#drained();
  }

  /** Connects the stream to the log, whose new events it sends from now on. */
  follow(log: EventLog, place: EventCursor, next: number): void {
    this.#log = log;
    this.#next = next;
    this.#seenUntil = compareEvents(place, log.readUntil) > 0 ? place : undefined;
  }

  /** Sends what is new in the log, as far as the client takes it. */
  flush(): void {
    const log = this.#log;
    while (log !== undefined && !this.#ended && !this.isBlocked) {
      if (this.#seenUntil !== undefined) this.#skipSeen(log, this.#seenUntil);
      if (this.#next < log.first) return this.end('slow');
      if (this.#next >= log.end) return;
      const { bytes, events, next } = log.read(this.#next, this.audience, this.#key);
      this.#next = next;
      if (events > 0) this.write(bytes);
      this.#onSent(events);
    }
  }

  heartbeat(): void {
    if (this.isBlocked) return;
    const log = this.#log;
    const isAtEnd = log !== undefined && this.#next === log.end && this.#seenUntil === undefined;
    this.write(isAtEnd ? placeFrame(log.readUntil) : HEARTBEAT_FRAME);
  }

  endIfStalled(): void {
    if (this.#blockedSince !== undefined && performance.now() - this.#blockedSince > this.#stallMs) this.end('slow');
  }

  /** `farewell` is the last text written. It does not wait for a client that reads nothing. */
  end(reason: EndReason, farewell = ''): void {
    if (this.#ended) return;
    if (this.isBlocked) this.#response.destroy();
    else this.#response.end(farewell);
    this.#finish(reason);
  }

  #skipSeen(log: EventLog, seenUntil: EventCursor): void {
    this.#next = Math.max(this.#next, log.find(seenUntil) ?? 0);
    if (compareEvents(log.readUntil, seenUntil) >= 0) this.#seenUntil = undefined;
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#response.off('drain', done).off('close', done);
        resolve();
      };
      this.#response.once('drain', done).once('close', done);
    });
  }

  #finish(reason: EndReason): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd(reason);
  }
}
