import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { categoryKeys } from '../categories/queries.ts';
import { changeKeys } from '../changes/queries.ts';
import { questionKeys, topicKeys } from './queries.ts';

const SHOWN = [questionKeys.all, topicKeys.all, categoryKeys.all, changeKeys.all];

/** Reads everything again that shows or counts questions, once a job that wrote some has ended. */
export function useRefreshAfter(hasEnded: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (hasEnded) for (const queryKey of SHOWN) void client.invalidateQueries({ queryKey });
  }, [hasEnded, client]);
}
