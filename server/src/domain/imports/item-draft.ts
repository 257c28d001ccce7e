import type { QuestionField } from '../questions/question.ts';
import { isUuid } from '../uuid.ts';
import type { ImportOptions } from './import.ts';

/** An item of a file in the form that is checked: the fields an author sets, and its id in another bank. */
interface ItemDraft {
  draft: Record<string, unknown>;
  id: string | undefined;
}

type Read = { [Field in QuestionField]?: unknown };

/** Fields that the service sets: an export contains them, but a new question must not. */
const SET_BY_SERVICE = new Set<string>(['id', 'version', 'created_at', 'updated_at']);

/** Fills in missing fields and maps categories to those of the bank; unknown fields stay, to be rejected. */
export function draftOfItem(read: Read, { defaults, category_map }: ItemOptions): ItemDraft {
  const draft: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(read)) if (!SET_BY_SERVICE.has(field)) draft[field] = value;
  if (typeof draft['category'] === 'string')
    draft['category'] = category_map.get(draft['category'].trim().toLowerCase()) ?? draft['category'];
  for (const [field, value] of defaults) if (isMissing(draft[field])) draft[field] = value;
  const { id } = read;
  if (typeof id !== 'string' || id === '') return { draft, id: undefined };
  if (isUuid(id)) return { draft, id: id.toLowerCase() };
  if (isMissing(draft['external_id'])) draft['external_id'] = id;
  return { draft, id: undefined };
}

export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The options in the form that each item needs. */
interface ItemOptions {
  defaults: readonly (readonly [string, unknown])[];
  category_map: ReadonlyMap<string, string>;
}

export function itemOptions({ defaults, category_map }: ImportOptions): ItemOptions {
  return {
    defaults: Object.entries(defaults),
    category_map: new Map(Object.entries(category_map).map(([from, to]) => [from.trim().toLowerCase(), to])),
  };
}
