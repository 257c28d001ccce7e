import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Analysis } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { isFinished } from './model.ts';

const EVENTS = [
  ...(['analysis.progress', 'analysis.started', 'analysis.succeeded', 'analysis.failed', 'analysis.canceled'] as const),
];

/**
 * Keeps what is shown of unfinished runs up to date by the stream of events; the client goes on behind the last event when
 * the connection was lost. Polling goes on beside it, for a proxy that holds streams back.
 */
export function useLiveAnalyses(shown: readonly Pick<Analysis, 'id' | 'status'>[]): void {
  const client = useQueryClient();
  const isRunning = shown.some((one) => !isFinished(one));
  useEffect(() => {
    if (!isRunning) return undefined;
    const leaving = new AbortController();
    const follow = async () => {
      for await (const event of quaestor.events.stream({ types: [...EVENTS] }, { signal: leaving.signal })) {
        const { data } = event as { data: Pick<Analysis, 'id' | 'progress' | 'status'> };
        if (event.type === 'analysis.progress' && !isFinished(data)) {
          const { id, progress } = data;
          client.setQueryData<Analysis>(['analyses', 'one', id], (old) =>
            old === undefined || isFinished(old) ? old : { ...old, status: 'running', progress },
          );
        } else
          await client.invalidateQueries({
            queryKey: ['analyses'],
            predicate: ({ queryKey }) => queryKey[1] !== 'types',
          });
      }
    };
    follow().catch(() => undefined); // left, or not allowed: polling tells it
    return () => leaving.abort();
  }, [client, isRunning]);
}
