import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from './queries.ts';

/** Use only on pages for signed-in people. */
export function useSession() {
  const { data } = useQuery(sessionQuery);
  return data;
}

/** Whether the role has the scope. Actions without it are not offered. */
export function useMay(scope: string): boolean {
  return useSession()?.scopes.includes(scope) ?? false;
}
