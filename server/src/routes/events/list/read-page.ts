import { type Audience, presentEvent, receives, type ShownEvent } from '../../../domain/event-feed.ts';
import { type EventCursor, eventId } from '../../../domain/events.ts';
import type { Pool } from '../../../store/database/database.ts';
import { listEventsAfter, MAX_EVENTS_AT_ONCE } from '../../../store/events.ts';

/** A search for a rare type stops after this many reads; the next request continues. */
const MAX_READS = 5;

export async function readEventPage(pool: Pool, audience: Audience, after: EventCursor, limit: number) {
  const data: ShownEvent[] = [];
  const types = [...audience.types];
  let gap = false;
  for (let [reads, next] = [1, after]; ; reads += 1) {
    const page = await listEventsAfter(pool, { after: next, limit: MAX_EVENTS_AT_ONCE, types });
    gap ||= page.gap;
    for (const event of page.events) {
      if (!receives(audience, event)) continue;
      if (data.length === limit) return { data, next_after: eventId(next), has_more: true, gap };
      data.push(presentEvent(event));
      next = event;
    }
    next = page.next;
    if (!page.has_more || reads === MAX_READS) return { data, next_after: eventId(next), has_more: page.has_more, gap };
  }
}
