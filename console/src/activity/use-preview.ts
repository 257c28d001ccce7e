import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { quaestor } from '../api/client.ts';
import { changeKeys } from '../changes/queries.ts';
import type { Conflict } from './use-revert.ts';

/** The number of questions that are named for one reason. */
const MAX_NAMED = 20;

/** Questions that a revert leaves alone for the same reason. */
export interface LeftGroup {
  reason: Conflict['reason'];
  /** The change that made their current versions. */
  changedBy: string | null;
  count: number;
  /** The first of them. */
  ids: string[];
}

export interface Preview {
  reverted: number;
  deleted: number;
  unchanged: number;
  left: LeftGroup[];
}

/** Counts what a revert would do now, part by part, with the number of questions examined so far. */
export function usePreview(id: string, includeChanged: boolean) {
  const [examined, setExamined] = useState(0);
  const query = useQuery({
    queryKey: changeKeys.preview(id, includeChanged),
    gcTime: 0, // it says what is true now
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const preview: Preview = { reverted: 0, deleted: 0, unchanged: 0, left: [] };
      const groups = new Map<string, LeftGroup>();
      for (let after: number | null = 0; after !== null; ) {
        const part = await quaestor.changes.previewRevert(id, { after, include_changed: includeChanged }, { signal });
        preview.reverted += part.reverted;
        preview.deleted += part.deleted;
        preview.unchanged += part.unchanged;
        for (const conflict of part.conflicts) addTo(groups, conflict);
        preview.left = [...groups.values()];
        setExamined(preview.reverted + preview.unchanged + countLeft(preview));
        after = part.next_after;
      }
      return preview;
    },
  });
  return { ...query, examined };
}

function addTo(
  groups: Map<string, LeftGroup>,
  { question_id: id, reason, changed_by: changedBy = null }: Conflict,
): void {
  const key = `${reason} ${changedBy}`;
  const group = groups.get(key) ?? { reason, changedBy, count: 0, ids: [] };
  group.count += 1;
  if (group.ids.length < MAX_NAMED) group.ids.push(id);
  groups.set(key, group);
}

export function countLeft({ left }: Pick<Preview, 'left'>, reason?: LeftGroup['reason']): number {
  return left.filter((one) => reason === undefined || one.reason === reason).reduce((sum, { count }) => sum + count, 0);
}
