import { useQueryClient } from '@tanstack/react-query';
import { type Import, isUnfinished, type ProgressEvent } from '../../../client/src/index.ts';
import { useEvents } from '../api/use-events.ts';
import { importKeys, importQuery } from './queries.ts';

/** Updates unfinished imports from the event stream, which does not report undos. */
export function useLiveImports(shown: readonly Import[]): void {
  const client = useQueryClient();
  useEvents(shown.some(isUnfinished), ['import.progress', 'questions.imported'], async (event) => {
    const { data } = event as ProgressEvent;
    if (event.type === 'import.progress' && isUnfinished(data)) {
      const { completed, total, phase } = data.progress;
      client.setQueryData(importQuery(data.id).queryKey, (old): Import | undefined =>
        old === undefined || !isUnfinished(old)
          ? old
          : { ...old, status: 'running', phase: phase as Import['phase'], progress: { completed, total } },
      );
    } else await client.invalidateQueries({ queryKey: importKeys.all });
  });
}
