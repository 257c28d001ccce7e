import { queryOptions, useQuery } from '@tanstack/react-query';
import { quaestor } from './client.ts';

/** The current session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => quaestor.sessions.current({ signal }),
  staleTime: 60_000,
  meta: { asksWho: true },
});

/** Use only on pages for signed-in people. */
export function useSession() {
  const { data } = useQuery(sessionQuery);
  return data;
}

/** Whether the role has the scope. Actions without it are not offered. */
export function useMay(scope: string): boolean {
  return useSession()?.scopes.includes(scope) ?? false;
}
