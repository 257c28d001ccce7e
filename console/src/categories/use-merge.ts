import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CategoryMerge as Merge } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';

export type { Merge };

/** Waits until the questions of a category have been moved. */
export function useMerge() {
  const client = useQueryClient();
  const [merge, setMerge] = useState<Merge>();
  const refresh = () =>
    Promise.all(['categories', 'questions', 'topics'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  const follow = async (begun: Merge): Promise<Merge> => {
    try {
      return await quaestor.categories.waitForMerge(begun, { onProgress: setMerge });
    } finally {
      setMerge(undefined);
      await refresh();
    }
  };
  return { merge, follow, refresh };
}
