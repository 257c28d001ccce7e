import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CategoryMerge as Merge } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { questionKeys, topicKeys } from '../questions/queries.ts';
import { categoryKeys } from './queries.ts';

export type { Merge };

/** Waits until the questions of a category have been moved. */
export function useMerge() {
  const client = useQueryClient();
  const [merge, setMerge] = useState<Merge>();
  const refresh = () =>
    Promise.all(
      [categoryKeys.all, questionKeys.all, topicKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
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
