import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../client/src/index.ts';

type Listener = () => void;
let onSignedOut: Listener = () => {};

/** Called when the session has ended. */
export function whenSignedOut(listener: Listener): void {
  onSignedOut = listener;
}

function notice(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) onSignedOut();
}

/**
 * A first load that is in progress during a change may return the old data, and TanStack Query keeps it, because it
 * cancels only repeated loads. So such a load is followed by another one.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries(...[filters = {}, options]: Parameters<QueryClient['invalidateQueries']>) {
    const firstLoads = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    await super.invalidateQueries(filters, options);
    await Promise.allSettled(firstLoads.flatMap(({ promise }) => promise ?? []));
    await Promise.all(firstLoads.map(({ queryKey }) => super.invalidateQueries({ queryKey, exact: true }, options)));
  }
}

/** The API client has already retried where that helps. */
export const queryClient = new FreshQueryClient({
  queryCache: new QueryCache({ onError: (error, query) => query.meta?.['asksWho'] !== true && notice(error) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => mutation.meta?.['signsIn'] !== true && notice(error),
  }),
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
});
