import { useQueryClient } from '@tanstack/react-query';
import type { Analysis } from '../../../client/src/index.ts';
import { useEvents } from '../api/use-events.ts';
import { isFinished } from './model.ts';
import { analysisKeys, oneQuery, typesQuery } from './queries.ts';

/** Updates unfinished runs from the event stream. */
export function useLiveAnalyses(shown: readonly Pick<Analysis, 'id' | 'status'>[]): void {
  const client = useQueryClient();
  useEvents(
    shown.some((one) => !isFinished(one)),
    ['analysis.progress', 'analysis.started', 'analysis.succeeded', 'analysis.failed', 'analysis.canceled'],
    async (event) => {
      const { data } = event as { data: Pick<Analysis, 'id' | 'progress' | 'status'> };
      if (event.type === 'analysis.progress' && !isFinished(data)) {
        const { id, progress } = data;
        client.setQueryData(oneQuery(id).queryKey, (old): Analysis | undefined =>
          old === undefined || isFinished(old) ? old : { ...old, status: 'running', progress },
        );
      } else
        await client.invalidateQueries({
          queryKey: analysisKeys.all,
          predicate: ({ queryKey }) => queryKey[1] !== typesQuery.queryKey[1],
        });
    },
  );
}
