import type { CategoryCatalogue } from '../categories.ts';
import { canonicalLanguage, type QuestionStatus } from './question.ts';

/** Which questions are meant. A key left out does not restrict; a list means "any of these". */
export interface QuestionFilter {
  status?: readonly QuestionStatus[];
  category?: readonly string[];
  difficulty?: readonly number[];
  topic_focus?: string;
  tag?: string;
  language?: string;
  q?: string;
  ids?: readonly string[];
  external_id?: string;
  created_after?: Date;
  updated_after?: Date;
  /** Deleted questions in place of those that are there; no request says so by itself. */
  deleted?: true;
}

type OneOrMore<Value> = Value | readonly Value[];

/** A filter as requests write it: single values or lists, times as text. */
export interface RequestedFilter {
  status?: OneOrMore<QuestionStatus>;
  category?: OneOrMore<string>;
  difficulty?: OneOrMore<number>;
  topic_focus?: string;
  tag?: string;
  language?: string;
  q?: string;
  ids?: readonly string[];
  external_id?: string;
  created_after?: string;
  updated_after?: string;
}

/**
 * Lists show `ready` questions unless asked otherwise; asking by id or external_id is asking otherwise, so that a
 * caller who names three questions gets three. Names come out in canonical spelling, so equal filters are equal.
 */
export function readFilter(requested: RequestedFilter, categories: CategoryCatalogue): QuestionFilter {
  const { status, category, difficulty, topic_focus, tag, language, q, ids, external_id } = requested;
  const named = ids !== undefined || external_id !== undefined;
  const statuses = status === undefined && !named ? (['ready'] as const) : status;
  return {
    ...(statuses !== undefined && { status: toList(statuses) }),
    ...(category !== undefined && { category: toList(toList(category).map((name) => categories.require(name).name)) }),
    ...(difficulty !== undefined && { difficulty: toList(difficulty) }),
    ...(topic_focus !== undefined && { topic_focus }),
    ...(tag !== undefined && { tag }),
    ...(language !== undefined && { language: canonicalLanguage(language) }),
    ...(q !== undefined && { q }),
    ...(ids !== undefined && { ids }),
    ...(external_id !== undefined && { external_id }),
    ...(requested.created_after !== undefined && { created_after: new Date(requested.created_after) }),
    ...(requested.updated_after !== undefined && { updated_after: new Date(requested.updated_after) }),
  };
}

function toList<Value>(value: OneOrMore<Value>): readonly Value[] {
  const list = Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
  return [...new Set(list)];
}

const CELL_KEYS: ReadonlySet<string> = new Set(['status', 'category', 'difficulty']);

/** True when counted blocks can answer for the filter: nothing but status, category and difficulty restricts it. */
export function isCellFilter(filter: QuestionFilter): boolean {
  return Object.keys(filter).every((key) => CELL_KEYS.has(key));
}

/** True when the topic counts can answer for the filter. */
export function isTopicFilter(filter: QuestionFilter): boolean {
  return Object.keys(filter).every((key) => CELL_KEYS.has(key) || key === 'topic_focus');
}

/** True when the rows of a tag can answer for the filter. */
export function isTagFilter(filter: QuestionFilter): boolean {
  return filter.tag !== undefined && Object.keys(filter).every((key) => CELL_KEYS.has(key) || key === 'tag');
}
