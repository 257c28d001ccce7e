import type { BulkRequest } from '../../../client/src/index.ts';
import { CommandError, EXIT } from '../exit.ts';
import { findLevel, LEVEL_WANTED } from '../filters.ts';

/** The options that say which questions change, and how. */
export interface BulkSelection {
  filter?: string[];
  all?: true;
  set?: string[];
  addTag?: string[];
  removeTag?: string[];
  delete?: true;
  restore?: true;
}

export const EDITABLE = ['category', 'difficulty', 'topic_focus', 'status', 'language', 'license'];
const FILTERS = [
  ...['category', 'difficulty', 'status', 'topic_focus', 'tag', 'language', 'q', 'external_id', 'ids', 'change_id'],
  ...['assignee', 'analysis_id', 'has_open_comments'],
  ...['min_difficulty', 'max_difficulty', 'created_after', 'created_before', 'updated_after', 'updated_before'],
];
/** Fields and filters that are levels. */
const LEVELS = new Set(['difficulty', 'min_difficulty', 'max_difficulty']);
/** Filters that accept several values. */
const SEVERAL = new Set(['category', 'difficulty', 'status', 'tag', 'ids']);

/** Converts the options to the request that they describe. */
export function requestOf({
  filter = [],
  all,
  set,
  addTag,
  removeTag,
  delete: remove,
  restore,
}: BulkSelection): BulkRequest {
  if (filter.length === 0 && !all)
    throw new CommandError('Select questions with --filter key=value, or --all for all ready ones.', EXIT.usage);
  return {
    filter: Object.fromEntries(grouped(filter)),
    ...(set && { set: Object.fromEntries(set.map((pair) => pairOf(pair, EDITABLE))) }),
    ...(addTag && { add_tags: addTag }),
    ...(removeTag && { remove_tags: removeTag }),
    ...(remove && { delete: true }),
    ...(restore && { restore: true }),
  };
}

function grouped(pairs: readonly string[]): [string, unknown][] {
  const byKey = Map.groupBy(
    pairs.map((pair) => pairOf(pair, FILTERS)),
    ([key]) => key,
  );
  return [...byKey].map(([key, values]) => {
    const given = values.map(([, value]) => value);
    return [key, SEVERAL.has(key) ? given : given.at(-1)];
  });
}

function pairOf(pair: string, known: readonly string[]): [string, unknown] {
  const [, key = '', value = ''] = /^([^=]*)=(.*)$/su.exec(pair) ?? [];
  if (!known.includes(key))
    throw new CommandError(
      `"${pair}" is not a ${known === FILTERS ? 'filter' : 'field'}.`,
      EXIT.usage,
      known.join(', '),
    );
  if (LEVELS.has(key)) return [key, levelOf(pair, value)];
  if (key === 'has_open_comments') return [key, value === 'true'];
  return [key, value === '' ? null : value];
}

function levelOf(pair: string, value: string): number {
  const found = findLevel(value);
  if (found === undefined) throw new CommandError(`"${pair}" is not a level. It must be ${LEVEL_WANTED}.`, EXIT.usage);
  return found;
}
