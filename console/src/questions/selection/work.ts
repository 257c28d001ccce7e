import type { BulkRequest } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import type { ListFilter } from '../filter.ts';
import { countSelected, MAX_IDS, type Selection } from './selection.ts';

/** The action on the whole selection. */
type Work =
  | { set: NonNullable<BulkRequest['set']> }
  | { add_tags: string[] }
  | { remove_tags: string[] }
  | { delete: true };

/** The label of the action, and its value. */
type WorkText = 'category' | 'difficulty' | 'topic_focus' | 'noTopic' | 'status' | 'addTag' | 'removeTag' | 'delete';

export interface Asked {
  work: Work;
  text: WorkText;
  value: string;
}

/**
 * The API accepts a filter or ids, but no exceptions. A filter with exceptions is sent as ids if there are few enough.
 */
export function isTooMany(selection: Selection): boolean {
  return selection.mode === 'filter' && selection.except.size > 0 && selection.expected_count > MAX_IDS;
}

export async function requestOf(selection: Selection, filter: ListFilter, work: Work): Promise<BulkRequest> {
  const expected_count = countSelected(selection);
  if (selection.mode === 'filter' && selection.except.size === 0) return { ...work, filter, expected_count };
  return { ...work, question_ids: await idsOf(selection, filter), expected_count };
}

/** The selected questions, as many as the API accepts. */
export async function idsOf(selection: Selection, filter: ListFilter): Promise<string[]> {
  if (selection.mode === 'ids') return [...selection.ids];
  const ids: string[] = [];
  for await (const { id } of quaestor.questions.list({ ...filter, limit: 1000, fields: ['id'] })) {
    if (id !== undefined && !selection.except.has(id)) ids.push(id);
    if (ids.length === MAX_IDS) break;
  }
  return ids;
}
