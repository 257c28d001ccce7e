import type { CategoryCatalogue } from '../categories.ts';
import { canonicalLanguage, type QuestionStatus } from './question.ts';

/** Selects questions. An absent key does not restrict; a list means "any of these". */
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
  /** Selects deleted questions instead of existing ones; requests cannot set it themselves. */
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
 * Lists show `ready` questions by default; naming questions by id or external_id overrides this, so that a caller who
 * names three questions gets three. Names are returned in canonical spelling, so that equal filters are equal.
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

/** True if counted blocks support the filter: only status, category and difficulty restrict it. */
export function isCellFilter(filter: QuestionFilter): boolean {
  return Object.keys(filter).every((key) => CELL_KEYS.has(key));
}

/** True if the topic counts support the filter. */
export function isTopicFilter(filter: QuestionFilter): boolean {
  return Object.keys(filter).every((key) => CELL_KEYS.has(key) || key === 'topic_focus');
}

/** True if the rows of a tag support the filter. */
export function isTagFilter(filter: QuestionFilter): boolean {
  return filter.tag !== undefined && Object.keys(filter).every((key) => CELL_KEYS.has(key) || key === 'tag');
}
