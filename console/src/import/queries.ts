import { queryOptions } from '@tanstack/react-query';
import { type Import, isUnfinished } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';

/** The polling interval of a running import, as a fallback for the faster event stream. */
const POLL_MS = 2000;
/** Nothing is streamed about undos. */
const UNDO_POLL_MS = 700;

export const importKeys = {
  all: ['imports'],
  list: ['imports', 'list'],
  newest: ['imports', 'newest'],
  reports: (id: string) => ['imports', 'reports', id],
};

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => quaestor.imports.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : pollInterval(data)),
  });

function pollInterval({ phase, undo }: Import): number | false {
  if (phase !== 'finished') return POLL_MS;
  return undo !== null && isUnfinished(undo) ? UNDO_POLL_MS : false;
}

/** The check before an import, which is not in the list of imports. */
export const checkKeys = {
  of: (source: number | undefined, settings: object, edits: object) => ['import-check', source, settings, edits],
  progress: ['import-check-progress'],
};
