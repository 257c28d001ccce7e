import { queryOptions, useQuery } from '@tanstack/react-query';
import { quaestor } from './client.ts';

/** Who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => quaestor.sessions.current({ signal }),
  staleTime: 60_000,
  meta: { asksWho: true },
});

/** Only on pages that are shown to people who are signed in. */
export function useSession() {
  const { data } = useQuery(sessionQuery);
  return data;
}

/** Whether the role allows it: what it does not allow is not offered. */
export function useMay(scope: string): boolean {
  return useSession()?.scopes.includes(scope) ?? false;
}
