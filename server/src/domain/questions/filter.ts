import { AppError } from '../../errors.ts';
import type { CategoryCatalogue } from '../categories.ts';
import { DIFFICULTY_LEVELS } from './difficulty.ts';
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
  /** `q` searches answers as well, because the caller may see them; requests cannot set it themselves. */
  searches_answers?: true;
  ids?: readonly string[];
  external_id?: string;
  /** The change that wrote them. */
  change_id?: string;
  /** The person with an open assignment about them; "me" is resolved before. */
  assignee?: string;
  /** The analysis whose rows are about them. */
  analysis_id?: string;
  /** Only questions with a comment that is not resolved. */
  has_open_comments?: true;
  /** Must be among the tags as well. */
  other_tags?: readonly string[];
  created_after?: Date;
  created_before?: Date;
  updated_after?: Date;
  updated_before?: Date;
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
  /** At least this level. */
  min_difficulty?: number;
  max_difficulty?: number;
  /** All of them, unlike the other lists. */
  tag?: OneOrMore<string>;
  language?: string;
  q?: string;
  ids?: readonly string[];
  external_id?: string;
  change_id?: string;
  assignee?: string;
  analysis_id?: string;
  has_open_comments?: true;
  created_after?: string;
  created_before?: string;
  updated_after?: string;
  updated_before?: string;
}

/**
 * Lists show `ready` questions by default; naming questions, by id or as the members of something, overrides this, so
 * that a caller who names three questions gets three. Names are returned in canonical spelling, so that equal filters
 * are equal.
 */
export function readFilter(requested: RequestedFilter, categories: CategoryCatalogue): QuestionFilter {
  const { status, category, topic_focus, tag, language, q, ids, external_id } = requested;
  const { change_id, assignee, analysis_id, has_open_comments } = requested;
  const difficulty = readLevels(requested);
  const members = [change_id, assignee, analysis_id, has_open_comments];
  const named = [ids, external_id, ...members].some((name) => name !== undefined);
  const statuses = status === undefined && !named ? (['ready'] as const) : status;
  return {
    ...(statuses !== undefined && { status: toList(statuses) }),
    ...(category !== undefined && { category: toList(toList(category).map((name) => categories.require(name).name)) }),
    ...(difficulty !== undefined && { difficulty }),
    ...(topic_focus !== undefined && { topic_focus }),
    ...(tag !== undefined && readTags(toList(tag))),
    ...(language !== undefined && { language: canonicalLanguage(language) }),
    ...(q !== undefined && { q }),
    ...(ids !== undefined && { ids }),
    ...(external_id !== undefined && { external_id }),
    ...(change_id !== undefined && { change_id }),
    ...(assignee !== undefined && { assignee }),
    ...(analysis_id !== undefined && { analysis_id }),
    ...(has_open_comments === true && { has_open_comments }),
    ...(requested.created_after !== undefined && { created_after: new Date(requested.created_after) }),
    ...(requested.created_before !== undefined && { created_before: new Date(requested.created_before) }),
    ...(requested.updated_after !== undefined && { updated_after: new Date(requested.updated_after) }),
    ...(requested.updated_before !== undefined && { updated_before: new Date(requested.updated_before) }),
  };
}

/** The levels that a filter means; a range is written out, so that everything that serves levels serves it too. */
function readLevels(requested: RequestedFilter): readonly number[] | undefined {
  const { difficulty, min_difficulty: min, max_difficulty: max } = requested;
  if (min === undefined && max === undefined) return difficulty === undefined ? undefined : toList(difficulty);
  const named = difficulty === undefined ? DIFFICULTY_LEVELS : toList(difficulty);
  const levels = named.filter((level) => level >= (min ?? level) && level <= (max ?? level));
  if (levels.length > 0) return levels;
  const detail = 'No level satisfies `difficulty`, `min_difficulty` and `max_difficulty` together.';
  throw new AppError('conflicting_parameters', { detail });
}

/** One tag leads, because the rows of one tag are stored in order. */
function readTags([tag = '', ...other_tags]: readonly string[]): Pick<QuestionFilter, 'tag' | 'other_tags'> {
  return other_tags.length === 0 ? { tag } : { tag, other_tags };
}

function toList<Value>(value: OneOrMore<Value>): readonly Value[] {
  const list = Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
  return [...new Set(list)];
}

const CELL_KEYS: ReadonlySet<string> = new Set(['status', 'category', 'difficulty']);

/** True if the filter is a range of ids, which contain the time of creation. */
export function isCreatedRange({ created_after, created_before }: QuestionFilter): boolean {
  return created_after !== undefined || created_before !== undefined;
}

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
