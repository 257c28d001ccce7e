import { useQuery } from '@tanstack/react-query';
import { quaestor } from '../../api/client.ts';

const MAX_VIEWS = 200;

export const viewKeys = { all: ['views'] };

/** Loaded when somebody opens the menu, or when the address names a view. */
export function useViews(isWanted: boolean) {
  return useQuery({
    queryKey: viewKeys.all,
    enabled: isWanted,
    queryFn: async ({ signal }) => (await quaestor.views.list({ limit: MAX_VIEWS }, { signal })).data,
    staleTime: 60_000,
  });
}
