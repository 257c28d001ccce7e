import { CONTENT_FIELDS, changedFields, KIND_FIELDS, type QuestionContent } from '../questions/question.ts';

/** A question in one of its versions. */
export interface QuestionState extends QuestionContent {
  deleted: boolean;
}

/** Why a revert skips a question. Part of the public contract: values are only ever added. */
export const CONFLICT_REASONS = [
  'changed_since',
  'deleted_since',
  'purged',
  'history_gone',
  'external_id_taken',
  'category_closed',
] as const;
export type ConflictReason = (typeof CONFLICT_REASONS)[number];

/** What to do with one member of a reverted change. */
export type Reversal =
  | { act: 'nothing' }
  | { act: 'delete' }
  | { act: 'restore' }
  | { act: 'set'; content: Partial<QuestionContent> }
  | { act: 'conflict'; reason: ConflictReason; fields: readonly string[] };

interface RevertedMember {
  /** Before the change; null if the change created it, undefined if the history no longer has it. */
  former: QuestionState | null | undefined;
  /** The state after the change. */
  made: QuestionState | undefined;
  /** The current state; undefined if the question was deleted permanently. */
  now: QuestionState | undefined;
}

const NOTHING: Reversal = { act: 'nothing' };
const conflict = (reason: ConflictReason, fields: readonly string[] = []): Reversal => ({
  act: 'conflict',
  reason,
  fields,
});

/**
 * A three-way merge by field: fields that the change altered are restored if they still have the value that the change
 * gave them. Fields altered since are a conflict, unless they are included; fields that already have their former value
 * need nothing.
 */
export function reverseMember({ former, made, now }: RevertedMember, includeChanged = false): Reversal {
  if (now === undefined) return conflict('purged');
  if (former === undefined || made === undefined) return conflict('history_gone');
  if (made.deleted) return now.deleted ? { act: 'restore' } : NOTHING;
  if (former === null || former.deleted) {
    if (now.deleted) return NOTHING;
    const altered = changedFields(made, now);
    return altered.length === 0 || includeChanged ? { act: 'delete' } : conflict('changed_since', altered);
  }
  const fields = changedFields(former, made);
  if (fields.length === 0) return NOTHING;
  if (now.deleted) return conflict('deleted_since', fields);
  return reverseFields(fields, { former, made, now }, includeChanged);
}

type States = Record<'former' | 'made' | 'now', QuestionState>;

function reverseFields(changed: readonly string[], { former, made, now }: States, includeChanged: boolean): Reversal {
  const fields = withWholeAnswer(changed, { former, made, now });
  const differing = (other: QuestionState) => changedFields(other, now).filter((field) => fields.includes(field));
  if (differing(former).length === 0) return NOTHING;
  const altered = differing(made);
  if (altered.length > 0 && !includeChanged) return conflict('changed_since', altered);
  const content = CONTENT_FIELDS.filter((field) => fields.includes(field)).map((field) => [field, former[field]]);
  return { act: 'set', content: Object.fromEntries(content) as Partial<QuestionContent> };
}

/** The parts of an answer with a key fit only each other, and the text of gaps marks them, so all of them are restored. */
function withWholeAnswer(fields: readonly string[], states: States): readonly string[] {
  const kinds = Object.values(states).flatMap(({ kind, key }) => (key === null ? [] : kind));
  const parts: readonly string[] = kinds.includes('gaps') ? ['question_text', ...KIND_FIELDS] : KIND_FIELDS;
  return kinds.length > 0 && fields.some((field) => parts.includes(field))
    ? [...new Set([...fields, ...parts])]
    : fields;
}
