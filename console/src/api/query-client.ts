import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../client/src/index.ts';

type Listener = () => void;
let onSignedOut: Listener = () => {};

/** What is done when the service no longer knows who is asking. */
export function whenSignedOut(listener: Listener): void {
  onSignedOut = listener;
}

function notice(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) onSignedOut();
}

/**
 * A first load that is under way when something changes may bring what was there before, and TanStack Query keeps it: only
 * a repeated load is cut off. Such a load is followed by another one.
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

/** The client has tried again already where that is worth it. */
export const queryClient = new FreshQueryClient({
  queryCache: new QueryCache({ onError: (error, query) => query.meta?.['asksWho'] !== true && notice(error) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => mutation.meta?.['signsIn'] !== true && notice(error),
  }),
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
});
