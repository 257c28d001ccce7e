import type { Shown } from '../kinds/kind.ts';
import { rulesOf } from '../kinds/rules.ts';
import { inferKind } from '../kinds/settle-answer.ts';
import type { Principal } from '../tokens/principal.ts';
import type { QuestionFilter } from './filter.ts';
import {
  QUESTION_FIELDS,
  QUESTION_STATUSES,
  type Question,
  type QuestionField,
  type QuestionStatus,
} from './question.ts';

/** The fields of a question that contain or reveal its answer. */
export const ANSWER_FIELDS = [
  'correct_answer',
  'accepted_answers',
  'incorrect_answers',
  'key',
  'explanation',
] as const satisfies readonly QuestionField[];

/** What a player needs to answer, in place of the fields with answers. */
const DERIVED_FIELDS = ['options', 'prompts', 'gaps'] as const;

/** All fields that can be shown: the stored ones and the derived ones. */
export const SHOWN_FIELDS = [...QUESTION_FIELDS, ...DERIVED_FIELDS] as const;
export type ShownField = (typeof SHOWN_FIELDS)[number];

const ASSIGNED_FIELDS = ['id', 'version', 'created_at', 'updated_at'] as const satisfies readonly QuestionField[];

/** The data that an analysis reads; counts of cells reveal nothing about single questions. */
type AnalysisSource = 'cells' | 'flaws' | 'texts';

export interface Visibility {
  /** Names the copy, in ETags and in caches. */
  readonly copy: 'read' | 'play' | 'sent';
  /** The fields shown by default. */
  readonly fields: readonly ShownField[];
  /** The fields that may be requested. */
  readonly selectable: readonly ShownField[];
  readonly statuses: readonly QuestionStatus[];
  /** Whether to show what reveals answers: how close a guess was, what a duplicate has in common, notes about pairs. */
  readonly answers: boolean;
  /** The analyses whose findings, results, rows and plots are shown. */
  readonly sources: readonly AnalysisSource[];
}

const isAnswer = (field: ShownField) => (ANSWER_FIELDS as readonly ShownField[]).includes(field);
const isDerived = (field: ShownField): field is (typeof DERIVED_FIELDS)[number] =>
  (DERIVED_FIELDS as readonly ShownField[]).includes(field);
const PLAY_FIELDS = SHOWN_FIELDS.filter((field) => !isAnswer(field));

/**
 * What each scope shows of the bank; every reply is made from this table. A caller gets the first row whose scope they
 * have, so that fewer scopes never show more. All other scopes allow actions and show nothing: a caller who writes
 * without `questions:read` sees what they sent and what was assigned.
 */
const VISIBILITY = {
  'questions:read': {
    copy: 'read',
    fields: QUESTION_FIELDS,
    selectable: SHOWN_FIELDS,
    statuses: QUESTION_STATUSES,
    answers: true,
    sources: ['cells', 'flaws', 'texts'],
  },
  'questions:play': {
    copy: 'play',
    fields: PLAY_FIELDS,
    selectable: PLAY_FIELDS,
    statuses: ['ready'],
    answers: false,
    sources: ['cells'],
  },
  none: { copy: 'sent', fields: ASSIGNED_FIELDS, selectable: [], statuses: [], answers: false, sources: ['cells'] },
} as const satisfies Record<string, Visibility>;

export function visibilityOf({ scopes }: Pick<Principal, 'scopes'>): Visibility {
  if (scopes.includes('questions:read')) return VISIBILITY['questions:read'];
  return scopes.includes('questions:play') ? VISIBILITY['questions:play'] : VISIBILITY.none;
}

/**
 * What a caller sees of a question they have written: all of it, or only what they sent, whether or not they may play.
 */
export function writtenVisibility(principal: Pick<Principal, 'scopes'>): Visibility {
  const visibility = visibilityOf(principal);
  return visibility.answers ? visibility : VISIBILITY.none;
}

/** Also for a body that was rendered before there were kinds. */
function showParts(question: Question): Shown {
  return rulesOf(question.kind ?? inferKind(question)).show(question.id, question);
}

/** A stored question as JSON with only the given fields. */
export function showFields(body: string, fields: readonly ShownField[]): string {
  const question = JSON.parse(body) as Question;
  const shown = fields.some(isDerived) ? showParts(question) : undefined;
  return JSON.stringify(
    Object.fromEntries(fields.map((field) => [field, isDerived(field) ? shown?.[field] : question[field]])),
  );
}

/** A stored question as a caller sees it; undefined if they may not see it. */
export function showQuestion(visibility: Visibility, body: string): string | undefined {
  if (visibility.copy === 'read') return body;
  return isVisible(visibility, JSON.parse(body) as Pick<Question, 'status'>)
    ? showFields(body, visibility.fields)
    : undefined;
}

export function isVisible({ statuses }: Visibility, { status }: Pick<Question, 'status'>): boolean {
  return statuses.includes(status);
}

/** The statuses of a filter that are hidden from the caller. */
export function hiddenStatuses({ statuses }: Visibility, { status = [] }: QuestionFilter): QuestionStatus[] {
  return status.filter((name) => !statuses.includes(name));
}

/**
 * The filter without hidden questions: questions named by id or external_id would otherwise be of any status. Only a
 * caller who may see answers searches them.
 */
export function visibleFilter({ statuses, answers }: Visibility, filter: QuestionFilter): QuestionFilter {
  return {
    ...filter,
    ...(filter.status === undefined && statuses.length < QUESTION_STATUSES.length && { status: statuses }),
    ...(filter.q !== undefined && answers && { searches_answers: true }),
  };
}

/** The ETag of a question: its version, and the copy if it is not complete. */
export function questionEtag(version: number, { copy }: Visibility): string {
  return copy === 'read' ? `"${version}"` : `"${version}-${copy}"`;
}

/** The ETags of all copies of a version: a caller who changes it has seen one of them. */
export function questionEtags(version: number): string[] {
  return Object.values(VISIBILITY).map((visibility) => questionEtag(version, visibility));
}

/** A value of a reply without any field that contains answers, at any depth. */
export function withoutAnswers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAnswers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field]) => !(ANSWER_FIELDS as readonly string[]).includes(field))
      .map(([field, inner]) => [field, withoutAnswers(inner)]),
  );
}
