import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Analysis } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { isFinished } from './model.ts';
import { analysisKeys, oneQuery, typesQuery } from './queries.ts';

const EVENTS = [
  ...(['analysis.progress', 'analysis.started', 'analysis.succeeded', 'analysis.failed', 'analysis.canceled'] as const),
];

/**
 * Updates unfinished runs from the event stream. After a lost connection, the client continues after the last event.
 * Polling continues as well, in case a proxy buffers streams.
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
          client.setQueryData(oneQuery(id).queryKey, (old) =>
            old === undefined || isFinished(old) ? old : { ...old, status: 'running', progress },
          );
        } else
          await client.invalidateQueries({
            queryKey: analysisKeys.all,
            predicate: ({ queryKey }) => queryKey[1] !== typesQuery.queryKey[1],
          });
      }
    };
    follow().catch(() => undefined); // the page was left, or the stream is not allowed: polling reports it
    return () => leaving.abort();
  }, [client, isRunning]);
}
