import { useEffect, useRef } from 'react';
import type { StreamedEvent } from '../../../client/src/index.ts';
import { quaestor } from './client.ts';

type EventTypes = NonNullable<NonNullable<Parameters<typeof quaestor.events.stream>[0]>['types']>;

/**
 * Follows the event stream while something runs. After a lost connection, the client continues after the last event.
 * Pages poll as well, in case a proxy buffers streams.
 */
export function useEvents(
  isRunning: boolean,
  types: EventTypes,
  onEvent: (event: StreamedEvent) => Promise<void>,
): void {
  const latest = useRef({ types, onEvent });
  latest.current = { types, onEvent };
  useEffect(() => {
    if (!isRunning) return undefined;
    const leaving = new AbortController();
    const follow = async () => {
      const query = { types: latest.current.types };
      for await (const event of quaestor.events.stream(query, { signal: leaving.signal }))
        await latest.current.onEvent(event);
    };
    follow().catch(() => undefined); // the page was left, or the stream is not allowed: polling reports it
    return () => leaving.abort();
  }, [isRunning]);
}
