import { queryOptions } from '@tanstack/react-query';
import { quaestor } from './client.ts';

/** The current session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => quaestor.sessions.current({ signal }),
  staleTime: 60_000,
  meta: { asksWho: true },
});

/** The ways to sign in that the service offers. */
export const sessionOptionsQuery = queryOptions({
  queryKey: ['session-options'],
  queryFn: () => quaestor.sessions.options(),
});
