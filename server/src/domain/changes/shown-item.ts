import { CONTENT_FIELDS, changedFields, type QuestionContent } from '../questions/question.ts';
import type { ChangeMember } from './change.ts';
import type { QuestionState } from './revert.ts';
import { diffWords, type WordRun } from './word-diff.ts';

interface FieldDiff {
  field: string;
  before: unknown;
  after: unknown;
  words?: WordRun[];
}

/** What a change did to one question. */
export interface ShownItem {
  question_id: string;
  version: number | null;
  change: 'created' | 'updated' | 'deleted' | 'restored' | null;
  fields: FieldDiff[];
  unavailable: 'purged' | 'history_gone' | null;
  conflict: object | null;
}

interface States {
  former: QuestionState | null | undefined;
  made: QuestionState | undefined;
  exists: boolean;
}

export function presentMember({ id, version }: ChangeMember, states: States | undefined): ShownItem {
  const item = { question_id: id, version, conflict: null };
  const { former, made, exists = false } = states ?? {};
  if (made === undefined || former === undefined)
    return { ...item, change: null, fields: [], unavailable: exists ? 'history_gone' : 'purged' };
  return { ...item, change: changeOf(former, made), fields: diffFields(former, made), unavailable: null };
}

function changeOf(former: QuestionState | null, made: QuestionState): ShownItem['change'] {
  if (former === null) return 'created';
  if (made.deleted) return 'deleted';
  return former.deleted ? 'restored' : 'updated';
}

/** Texts in which a reader wants to see the changed words. */
const TEXTS: readonly string[] = ['question_text', 'correct_answer', 'explanation'];

function diffFields(former: QuestionContent | null, made: QuestionContent): FieldDiff[] {
  if (former === null)
    return CONTENT_FIELDS.filter((field) => !isEmpty(made[field])).map((field) => ({
      field,
      before: null,
      after: made[field],
    }));
  const changed = changedFields(former, made);
  return CONTENT_FIELDS.filter((field) => changed.includes(field)).map((field) => {
    const [before, after] = [former[field], made[field]];
    const reworded = TEXTS.includes(field) && typeof before === 'string' && typeof after === 'string';
    return { field, before, after, ...(reworded && { words: diffWords(before, after) }) };
  });
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
