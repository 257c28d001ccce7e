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

/** The client has tried again already where that is worth it. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => query.meta?.['asksWho'] !== true && notice(error) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => mutation.meta?.['signsIn'] !== true && notice(error),
  }),
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
});
