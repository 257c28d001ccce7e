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

/**
 * Renames fields, maps categories and levels to those of the bank, and fills in missing fields. Unknown fields stay, to
 * be rejected.
 */
export function draftOfItem(
  given: Read,
  { defaults, category_map, difficulty_map, field_map }: ItemOptions,
): ItemDraft {
  const read = field_map.size === 0 ? given : renamed(given, field_map);
  const draft: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(read)) if (!SET_BY_SERVICE.has(field)) draft[field] = value;
  const { category, difficulty } = draft;
  if (typeof category === 'string') draft['category'] = category_map.get(nameKey(category)) ?? category;
  if (typeof difficulty === 'string' || typeof difficulty === 'number')
    draft['difficulty'] = difficulty_map.get(nameKey(String(difficulty))) ?? difficulty;
  for (const [field, value] of defaults) if (isMissing(draft[field])) draft[field] = value;
  const { id } = read;
  if (typeof id !== 'string' || id === '') return { draft, id: undefined };
  if (isUuid(id)) return { draft, id: id.toLowerCase() };
  if (isMissing(draft['external_id'])) draft['external_id'] = id;
  return { draft, id: undefined };
}

/** A field that the item has under its own name keeps that value. */
function renamed(read: Read, field_map: ItemOptions['field_map']): Read {
  const entries = Object.entries(read);
  const moved = entries.flatMap(([name, value]) => {
    const field = field_map.get(name);
    return typeof field === 'string' ? [[field, value] as const] : [];
  });
  return Object.fromEntries([...moved, ...entries.filter(([name]) => !field_map.has(name))]);
}

const nameKey = (name: string) => name.trim().toLowerCase();

export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The options in the form that each item needs. */
interface ItemOptions {
  defaults: readonly (readonly [string, unknown])[];
  category_map: ReadonlyMap<string, string>;
  difficulty_map: ReadonlyMap<string, number>;
  field_map: ReadonlyMap<string, string | null>;
}

export function itemOptions({ defaults, category_map, difficulty_map, field_map }: ImportOptions): ItemOptions {
  return {
    defaults: Object.entries(defaults),
    category_map: keyed(category_map),
    difficulty_map: keyed(difficulty_map ?? {}),
    field_map: new Map(Object.entries(field_map ?? {})),
  };
}

function keyed<Value>(names: Readonly<Record<string, Value>>): Map<string, Value> {
  return new Map(Object.entries(names).map(([from, to]) => [nameKey(from), to]));
}
