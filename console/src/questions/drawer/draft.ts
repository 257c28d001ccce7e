import type { Question, QuestionDraft } from '../../../../client/src/index.ts';

/** The values of the form: the editable fields of a question. */
export const FIELDS = [
  'question_text',
  'correct_answer',
  'accepted_answers',
  'incorrect_answers',
  'category',
  'difficulty',
  'topic_focus',
  'status',
  'explanation',
  'tags',
  'language',
  'source',
  'license',
  'external_id',
] as const;
export type FieldName = (typeof FIELDS)[number];
export type Draft = Required<Pick<Question, FieldName>>;
export type Errors = Partial<Record<FieldName, string>>;

const LISTS = ['accepted_answers', 'incorrect_answers', 'tags'] as const;
/** Converts an empty text to null. */
const OPTIONAL_TEXTS = ['topic_focus', 'explanation', 'source', 'license', 'external_id'] as const;

export function draftOf(question: Question): Draft {
  return Object.fromEntries(FIELDS.map((name) => [name, question[name]])) as unknown as Draft;
}

/** A copy starts as a draft, because it must be changed before players see it. */
export function copyOf(question: Question): Draft {
  return { ...draftOf(question), external_id: null, status: 'draft' };
}

export function emptyDraft(category: string): Draft {
  return {
    ...{ question_text: '', correct_answer: '', accepted_answers: [], incorrect_answers: [], category, difficulty: 0 },
    ...{ topic_focus: null, status: 'ready', explanation: null, tags: [], language: 'en' },
    ...{ source: null, license: null, external_id: null },
  };
}

/** The values to send, without surrounding spaces and empty list entries. */
export function cleaned(draft: Draft): Draft {
  const texts = Object.fromEntries(OPTIONAL_TEXTS.map((name) => [name, draft[name]?.trim() || null]));
  const lists = Object.fromEntries(
    LISTS.map((name) => [name, draft[name].map((text) => text.trim()).filter((text) => text !== '')]),
  );
  return {
    ...draft,
    ...texts,
    ...lists,
    question_text: draft.question_text.trim(),
    correct_answer: draft.correct_answer.trim(),
  };
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function differingFields(one: Draft, other: Draft): FieldName[] {
  return FIELDS.filter((name) => !isSame(one[name], other[name]));
}

/** The changes that turn one version into the other. */
export function changesTo(base: Draft, draft: Draft): Partial<QuestionDraft> {
  const next = cleaned(draft);
  return Object.fromEntries(differingFields(base, next).map((name) => [name, next[name]]));
}

export function missingFields(draft: Draft, required: string): Errors {
  const empty = (['question_text', 'correct_answer', 'category', 'language'] as const).filter(
    (name) => draft[name].trim() === '',
  );
  return Object.fromEntries(empty.map((name) => [name, required]));
}

/** The fields that both sides changed to different values, which a person has to decide. All other changes are kept. */
export function conflictsOf(base: Draft, mine: Draft, theirs: Draft): FieldName[] {
  return differingFields(mine, theirs).filter(
    (name) => !isSame(base[name], mine[name]) && !isSame(base[name], theirs[name]),
  );
}

/** Their version, with my changes to other fields, and with my values where chosen. */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft, keepMine: ReadonlySet<FieldName>): Draft {
  const conflicts = new Set(conflictsOf(base, mine, theirs));
  const taken = FIELDS.filter((name) => (conflicts.has(name) ? keepMine.has(name) : !isSame(base[name], mine[name])));
  return { ...theirs, ...Object.fromEntries(taken.map((name) => [name, mine[name]])) };
}
