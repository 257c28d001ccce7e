import { nextVersion } from '../questions/next-version.ts';
import {
  changedFields,
  LIST_LIMIT,
  mergeChange,
  type QuestionChange,
  type QuestionContent,
} from '../questions/question.ts';
import { RESTORABLE_MS } from '../questions/restorable.ts';

/** The fields that a bulk change may set: those that make sense for many questions at once. */
const BULK_FIELDS = ['category', 'difficulty', 'topic_focus', 'status', 'language', 'license'] as const;
type BulkSet = Pick<QuestionChange, (typeof BULK_FIELDS)[number]>;

/** The work to do on every member: set fields and tags, delete it, or restore it. */
export interface BulkWork {
  set?: BulkSet | undefined;
  add_tags?: readonly string[] | undefined;
  remove_tags?: readonly string[] | undefined;
  delete?: true | undefined;
  restore?: true | undefined;
}

/** Why a member was skipped. Part of the public contract: values are only ever added. */
export const SKIP_REASONS = {
  gone: 'The question was deleted permanently.',
  deleted: 'The question was deleted.',
  not_deleted: 'The question is not deleted.',
  not_restorable: 'The question was deleted more than 30 days ago.',
  too_many_tags: 'The question would have more than 20 tags.',
  external_id_taken: 'Another question has its external_id.',
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

export interface Skipped {
  question_id: string;
  reason: SkipReason;
}

interface Member extends QuestionContent {
  version: number;
  updated_at: Date;
  updated_by: string;
  deleted_at: Date | null;
}

/** Who makes the change and when, and how to resolve the name of a category. */
interface Circumstances {
  actor: string;
  now: Date;
  openCategory: (name: string) => string;
}

type Applied<Question> = { next: Question; changed: readonly string[] } | 'unchanged' | SkipReason;

/** The next version of a member, or why it stays as it is. */
export function applyWork<Question extends Member>(
  current: Question,
  work: BulkWork,
  { actor, now, openCategory }: Circumstances,
): Applied<Question> {
  if (work.restore === true) {
    if (current.deleted_at === null) return 'not_deleted';
    if (now.getTime() - current.deleted_at.getTime() > RESTORABLE_MS) return 'not_restorable';
    // Its own category may have been merged into another one in the meantime.
    const restored = { ...current, category: openCategory(current.category), deleted_at: null };
    return { next: nextVersion(restored, actor, now), changed: changedFields(current, restored) };
  }
  if (current.deleted_at !== null) return 'deleted';
  if (work.delete === true) {
    const next = nextVersion(current, actor, now);
    return { next: { ...next, deleted_at: next.updated_at }, changed: [] };
  }
  const tags = changedTags(current.tags, work);
  if (tags.length > LIST_LIMIT && tags.length > current.tags.length) return 'too_many_tags';
  const { category } = work.set ?? {};
  const set = { ...work.set, ...(category !== undefined && { category: openCategory(category) }), tags };
  const content = mergeChange(current, set, (name) => name);
  const changed = changedFields(current, content);
  if (changed.length === 0) return 'unchanged';
  return { next: nextVersion({ ...current, ...content }, actor, now), changed };
}

/** New tags come last; an existing tag keeps its place. */
function changedTags(tags: readonly string[], { add_tags = [], remove_tags = [] }: BulkWork): readonly string[] {
  const kept = tags.filter((tag) => !remove_tags.includes(tag));
  return [...kept, ...new Set(add_tags.filter((tag) => !kept.includes(tag)))];
}
