import { type Audience, type EventOrigin, receives } from '../../../domain/event-feed.ts';
import { compareEvents, type EventCursor } from '../../../domain/events.ts';

export interface LoggedEvent extends EventOrigin {
  place: EventCursor;
  /** The text of the event as it is sent. */
  frame: string;
}

/** Events written at once: about 80 KB, which bounds the memory that a slow reader holds. */
const EVENTS_PER_CHUNK = 256;

/**
 * The latest events in the memory of a process, shared by its streams. Each stream only has the number of its next
 * event. A stream whose next event is no longer in the log has to reconnect by its id.
 */
export class EventLog {
  readonly #maxEvents: number;
  #events: LoggedEvent[] = [];
  /** The number of the oldest event in the log. */
  #first = 0;
  /** The log contains every event after this … */
  #startsAfter: EventCursor;
  /** … up to this. */
  #readUntil: EventCursor;
  /** Pieces built in this turn, for streams that need the same ones. */
  readonly #pieces = new Map<string, { bytes: Buffer; events: number }>();

  constructor(start: EventCursor, maxEvents: number) {
    this.#startsAfter = start;
    this.#readUntil = start;
    this.#maxEvents = maxEvents;
  }

  get first(): number {
    return this.#first;
  }

  get end(): number {
    return this.#first + this.#events.length;
  }

  get readUntil(): EventCursor {
    return this.#readUntil;
  }

  append(events: readonly LoggedEvent[], readUntil: EventCursor): void {
    this.#pieces.clear();
    for (const event of events) this.#events.push(event);
    this.#readUntil = readUntil;
    if (this.#events.length <= this.#maxEvents) return;
    // A quarter at a time, so that the list is not moved with every page.
    const removed = this.#events.splice(0, this.#events.length - Math.floor(this.#maxEvents * 0.75));
    this.#first += removed.length;
    this.#startsAfter = removed.at(-1)?.place ?? this.#startsAfter;
  }

  /** The number of the first event after the place; undefined if the log does not contain all of them. */
  find(after: EventCursor): number | undefined {
    const { epoch, history } = this.#readUntil;
    if (after.epoch !== epoch || after.history !== history) return undefined;
    if (compareEvents(after, this.#startsAfter) < 0) return undefined;
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1; // oxlint-disable-line no-bitwise -- half of a sum, rounded down
      const event = this.#events[middle];
      if (event !== undefined && compareEvents(event.place, after) <= 0) low = middle + 1;
      else high = middle;
    }
    return this.#first + low;
  }

  /** The next events from a number on, as bytes to write, and the number after them. */
  read(from: number, audience: Audience, audienceKey: string): { bytes: Buffer; events: number; next: number } {
    const next = Math.min(this.end, from + EVENTS_PER_CHUNK);
    const key = `${from} ${next} ${audienceKey}`;
    let piece = this.#pieces.get(key);
    if (piece === undefined) {
      const wanted = this.#events
        .slice(from - this.#first, next - this.#first)
        .filter((event) => receives(audience, event));
      piece = { bytes: Buffer.from(wanted.map(({ frame }) => frame).join('')), events: wanted.length };
      if (this.#pieces.size === MAX_PIECES) this.#pieces.clear();
      this.#pieces.set(key, piece);
    }
    return { ...piece, next };
  }
}

const MAX_PIECES = 64;
