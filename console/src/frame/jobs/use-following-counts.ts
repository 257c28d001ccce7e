import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Change } from '../../../../client/src/index.ts';
import { categoryKeys } from '../../categories/queries.ts';
import { changeKeys } from '../../changes/queries.ts';
import { questionKeys } from '../../questions/queries.ts';

const COUNTS = [questionKeys.counts, categoryKeys.counted, changeKeys.recent];

/** Counts again after every change, whoever made it, and when a job has ended. Lists stay as they are read. */
export function useFollowingCounts(changes: readonly Change[] | undefined): void {
  const client = useQueryClient();
  const latest = changes?.map(({ id, status }) => `${id} ${status}`).join();
  const known = useRef(latest);
  useEffect(() => {
    if (known.current !== undefined && latest !== known.current)
      for (const queryKey of COUNTS) void client.invalidateQueries({ queryKey });
    known.current = latest;
  }, [latest, client]);
}
