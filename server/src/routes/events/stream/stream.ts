import type { ServerResponse } from 'node:http';
import { type Audience, receives } from '../../../domain/event-feed.ts';
import { compareEvents, type EventCursor } from '../../../domain/events.ts';
import type { EventLog, LoggedEvent } from './event-log.ts';
import { HEARTBEAT_FRAME, placeFrame } from './frames.ts';

/** Why a stream ended; a label of the metrics. */
export const END_REASONS = ['client', 'slow', 'token', 'stop', 'restart'] as const;
export type EndReason = (typeof END_REASONS)[number];

interface StreamOptions {
  /** Who has taken nothing for this long is cut off, and goes on by the id of the last event. */
  stallMs: number;
  onEnd: (reason: EndReason) => void;
  onSent: (events: number) => void;
}

/** One caller who is sent events. What is not taken waits in the log, not here. */
export class EventStream {
  readonly audience: Audience;
  readonly #key: string;
  readonly #response: ServerResponse;
  readonly #stallMs: number;
  readonly #onEnd: (reason: EndReason) => void;
  readonly #onSent: (events: number) => void;
  /** Undefined until it has been caught up with. */
  #log: EventLog | undefined;
  /** The number of the next event in the log. */
  #next = 0;
  /** Further than the log was when it began: what comes up to here it has got already. */
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
    response.on('error', () => {}); // its close says all there is to know
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

  /** What is older than the log, or all that there is of it; waits until it was taken. */
  async writeEvents(events: readonly LoggedEvent[]): Promise<void> {
    const told = events.filter((event) => receives(this.audience, event));
    if (told.length > 0) this.write(told.map(({ frame }) => frame).join(''));
    this.#onSent(told.length);
    if (this.isBlocked) await this.#drained();
  }

  /** From here on it gets what the log gets. */
  follow(log: EventLog, place: EventCursor, next: number): void {
    this.#log = log;
    this.#next = next;
    this.#seenUntil = compareEvents(place, log.readUntil) > 0 ? place : undefined;
  }

  /** Sends what is new in the log, as far as it is taken. */
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

  /** `farewell` is the last that is written. Who does not take anything is not waited for. */
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
