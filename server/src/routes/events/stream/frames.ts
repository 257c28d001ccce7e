import { type FeedType, presentEvent } from '../../../domain/event-feed.ts';
import { type AppEvent, type EventCursor, eventId } from '../../../domain/events.ts';
import type { LoggedEvent } from './event-log.ts';

/** How long a client waits before it reconnects. */
export const RETRY_MS = 2000;

export function loggedEvent(event: AppEvent & EventCursor): LoggedEvent {
  const shown = presentEvent(event);
  const { epoch, history, transaction_id, sequence, type, actor } = event;
  return {
    type,
    actor,
    place: { epoch, history, transaction_id, sequence },
    frame: `id: ${shown.id}\n${frame(type, shown)}`,
  };
}

/** The data need no escaping: rendered JSON has no line breaks. */
export function frame(type: FeedType | 'gap', data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

export const retryFrame = (ms: number) => `retry: ${Math.round(ms)}\n\n`;

/** Not an event: it only lets the client record its position, even if no event was for it. */
export const placeFrame = (place: EventCursor) => `:\nid: ${eventId(place)}\n\n`;
export const HEARTBEAT_FRAME = ':\n\n';
