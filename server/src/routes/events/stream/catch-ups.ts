import { setTimeout as wait } from 'node:timers/promises';
import { type EventCursor, eventId } from '../../../domain/events.ts';
import type { Pool } from '../../../store/database/database.ts';
import { listEventsAfter, MAX_EVENTS_AT_ONCE } from '../../../store/events.ts';
import type { EventLog } from './event-log.ts';
import { frame, loggedEvent } from './frames.ts';
import type { EventStream } from './stream.ts';

/** The maximum number of streams that read the database by themselves at once; the others wait for their next page. */
const READS_AT_ONCE = 2;

/** Brings streams that were disconnected up to where the log begins. */
export class CatchUps {
  readonly #pool: Pool;
  readonly #pauseMs: number;
  /** At most one for each stream. */
  readonly #waiting: (() => void)[] = [];
  #reading = 0;

  constructor(pool: Pool, pauseMs: number) {
    this.#pool = pool;
    this.#pauseMs = pauseMs;
  }

  async run(stream: EventStream, log: EventLog, start: EventCursor, pay: () => Promise<void>): Promise<void> {
    for (let [after, gapReported] = [start, false]; !stream.ended; ) {
      const next = log.find(after);
      if (next !== undefined) {
        stream.follow(log, after, next);
        return stream.flush();
      }
      const page = await this.#inTurn(() => listEventsAfter(this.#pool, { after, limit: MAX_EVENTS_AT_ONCE }));
      await pay();
      if (page.gap && !gapReported) stream.write(frame('gap', { type: 'gap', after: eventId(after) }));
      gapReported ||= page.gap;
      await stream.writeEvents(page.events.map(loggedEvent));
      after = page.next;
      // The stream is ahead of the log, in an epoch that the log has not reached yet.
      if (!page.has_more && log.find(after) === undefined) await wait(this.#pauseMs);
    }
  }

  async #inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    if (this.#reading === READS_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#reading += 1;
    try {
      return await read();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#reading -= 1;
      else next();
    }
  }
}
