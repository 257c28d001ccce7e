import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';

export type Merge = components['schemas']['CategoryMerge'];

const LOOK_EVERY_MS = 400;

/** Waits until the questions of a category have been moved. */
export function useMerge() {
  const client = useQueryClient();
  const [merge, setMerge] = useState<Merge>();
  const refresh = () =>
    Promise.all(['categories', 'questions', 'topics'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  const follow = async (begun: Merge): Promise<Merge> => {
    let current = begun;
    try {
      while (current.status === 'queued' || current.status === 'running') {
        setMerge(current);
        await new Promise((resolve) => {
          setTimeout(resolve, LOOK_EVERY_MS);
        });
        current = await quaestor.categories.getMerge(current.id);
      }
      return current;
    } finally {
      setMerge(undefined);
      await refresh();
    }
  };
  return { merge, follow, refresh };
}
