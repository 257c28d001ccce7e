import { AppError, type Violation } from '../../errors.ts';
import { changedFields, mergeChange, type QuestionContent, type QuestionDraft } from '../questions/question.ts';
import type { DuplicatePolicy } from './import.ts';

/** A question that equals an item of the file, in the bank or earlier in the file. */
export interface Match<Known extends QuestionContent> {
  /** Undefined if it is another item of the file. */
  id: string | undefined;
  by: 'id' | 'external_id' | 'text';
  question: Known;
  /** Whether another question has the external id of the item. */
  externalIdTaken: boolean;
}

export type Settled =
  | { outcome: 'created'; draft: QuestionDraft }
  | { outcome: 'updated'; content: QuestionContent; changed: string[] }
  | { outcome: 'unchanged' | 'duplicate' }
  | { outcome: 'rejected'; violation: Violation };

/** Decides what to do with a valid item. Equal content is unchanged under any policy, so a file can be sent again. */
export function settleItem(
  draft: QuestionDraft,
  match: Match<QuestionContent> | undefined,
  policy: DuplicatePolicy,
  canonicalCategory: (name: string) => string,
): Settled {
  if (match === undefined) return { outcome: 'created', draft };
  const { question, by } = match;
  const content = changedContent(question, changeBy(draft, match), canonicalCategory);
  if (content instanceof AppError) {
    const [violation] = content.errors;
    if (violation !== undefined) return { outcome: 'rejected', violation };
    throw content;
  }
  const changed = changedFields(question, content);
  if (changed.length === 0) return { outcome: 'unchanged' };
  if (policy === 'skip') return { outcome: 'duplicate' };
  if (policy === 'reject') return { outcome: 'rejected', violation: duplicateViolation(match) };
  if (policy === 'create') {
    if (by !== 'external_id' && !match.externalIdTaken) return { outcome: 'created', draft };
    return { outcome: 'rejected', violation: takenViolation(draft) };
  }
  if (match.externalIdTaken) return { outcome: 'rejected', violation: takenViolation(draft) };
  return { outcome: 'updated', content, changed };
}

/** The error if the kind of the question does not allow the change. */
function changedContent(...given: Parameters<typeof mergeChange>): QuestionContent | AppError {
  try {
    return mergeChange(...given);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** A question found by its text keeps its external id. */
function changeBy(draft: QuestionDraft, { by, question }: Match<QuestionContent>): QuestionDraft {
  if (by !== 'text' || question.external_id === null) return draft;
  const { external_id: _kept, ...rest } = draft;
  return rest;
}

function duplicateViolation({ id, by }: Match<QuestionContent>): Violation {
  const which = id === undefined ? 'An earlier item of the file' : `Question ${id}`;
  const same = by === 'text' ? 'has the same text and answer' : `has the same ${by}`;
  return { code: 'duplicate_question', detail: `${which} ${same}.`, pointer: by === 'text' ? '#' : `#/${by}` };
}

function takenViolation({ external_id }: QuestionDraft): Violation {
  return {
    code: 'external_id_taken',
    detail: `The external_id "${external_id}" belongs to another question.`,
    pointer: '#/external_id',
  };
}
