import { violationError } from '../../errors.ts';
import type { Answerable, GivenKey, Key, Kind, Scoring } from '../kinds/kind.ts';
import { rulesOf } from '../kinds/rules.ts';
import { type GivenAnswerFields, inferKind, settleAnswer } from '../kinds/settle-answer.ts';

export const QUESTION_STATUSES = ['draft', 'ready', 'archived'] as const;
export type QuestionStatus = (typeof QUESTION_STATUSES)[number];

/** The maximum number of tags, and of answers of each kind. */
export const LIST_LIMIT = 20;

/** The fields an author sets, complete and normalised. */
export interface QuestionContent {
  question_text: string;
  kind: Kind;
  correct_answer: string;
  category: string;
  difficulty: number;
  topic_focus: string | null;
  accepted_answers: readonly string[];
  incorrect_answers: readonly string[];
  key: Key | null;
  scoring: Scoring;
  explanation: string | null;
  tags: readonly string[];
  language: string;
  source: string | null;
  license: string | null;
  external_id: string | null;
  status: QuestionStatus;
}

export interface Question extends QuestionContent {
  id: string;
  version: number;
  created_at: Date;
  updated_at: Date;
}

type Required = 'question_text' | 'category' | 'difficulty';

/**
 * The fields of a creation: the required ones, and any optional ones; null stands for the default. Whether
 * `correct_answer` is required depends on the kind.
 */
export type QuestionDraft = Pick<QuestionContent, Required> & {
  [Field in Exclude<keyof QuestionContent, Required | 'key'>]?: QuestionContent[Field] | null | undefined;
} & { key?: GivenKey | null | undefined };

/** The fields of an update. An absent field keeps its value; null resets an optional one to its default. */
export type QuestionChange = { [Field in keyof QuestionDraft]?: QuestionDraft[Field] | undefined };

/** The fields that the kind of a question rules. */
export const KIND_FIELDS = [
  'kind',
  'correct_answer',
  'accepted_answers',
  'incorrect_answers',
  'key',
  'scoring',
] as const satisfies readonly (keyof Answerable)[];
type KindField = (typeof KIND_FIELDS)[number];

const DEFAULTS = {
  topic_focus: null,
  explanation: null,
  tags: [],
  language: 'en',
  source: null,
  license: null,
  external_id: null,
  status: 'ready',
} as const satisfies Omit<QuestionContent, Required | KindField>;

export const CONTENT_FIELDS = [
  'question_text',
  'kind',
  'correct_answer',
  'category',
  'difficulty',
  'topic_focus',
  'accepted_answers',
  'incorrect_answers',
  'key',
  'scoring',
  'explanation',
  'tags',
  'language',
  'source',
  'license',
  'external_id',
  'status',
] as const satisfies readonly (keyof QuestionContent)[];

const PLAIN_FIELDS = CONTENT_FIELDS.filter(
  (field): field is keyof PlainFields => !(KIND_FIELDS as readonly string[]).includes(field),
);

export const QUESTION_FIELDS = ['id', ...CONTENT_FIELDS, 'version', 'created_at', 'updated_at'] as const;
export type QuestionField = (typeof QUESTION_FIELDS)[number];

/** A draft with its defaults filled in and its category and language in canonical spelling. */
export function completeDraft(draft: QuestionDraft, canonicalCategory: (name: string) => string): QuestionContent {
  const { question_text, category, difficulty } = draft;
  return withAnswer(mergeFields({ ...DEFAULTS, question_text, category, difficulty }, draft, canonicalCategory), draft);
}

/** The content after a change, which does not modify the current content. Throws if the kind does not allow it. */
export function mergeChange(
  current: QuestionContent,
  change: QuestionChange,
  canonicalCategory: (name: string) => string,
): QuestionContent {
  const merged = mergeFields(current, change, canonicalCategory);
  const isAsked = change.question_text !== undefined && current.key !== null;
  return isAsked || KIND_FIELDS.some((field) => change[field] !== undefined)
    ? withAnswer(merged, mergedAnswer(current, change))
    : merged;
}

type PlainFields = Omit<QuestionContent, KindField>;

function mergeFields<Fields extends PlainFields>(
  current: Fields,
  change: QuestionChange,
  canonicalCategory: (name: string) => string,
): Fields {
  const given: Record<string, unknown> = {};
  for (const field of PLAIN_FIELDS) {
    if (change[field] !== undefined) given[field] = change[field] ?? DEFAULTS[field as keyof typeof DEFAULTS];
  }
  const merged = { ...current, ...given };
  merged.category = canonicalCategory(merged.category);
  merged.language = canonicalLanguage(merged.language);
  return merged;
}

function withAnswer(fields: PlainFields, given: Omit<GivenAnswerFields, 'question_text'>): QuestionContent {
  const { answer, violations } = settleAnswer({ ...given, question_text: fields.question_text });
  if (violations.length > 0) throw violationError(violations);
  return { ...fields, ...answer };
}

/**
 * The answer after a change, still to be completed. A kind that is not named stays if the answer still fits it. The
 * answer of a key is derived again unless it is given.
 */
function mergedAnswer(current: QuestionContent, change: QuestionChange): Omit<GivenAnswerFields, 'question_text'> {
  const lists = {
    accepted_answers: change.accepted_answers === undefined ? current.accepted_answers : change.accepted_answers,
    incorrect_answers: change.incorrect_answers === undefined ? current.incorrect_answers : change.incorrect_answers,
  };
  const kind = kindAfter(current, change);
  const sameKind = kind === current.kind;
  const key = change.key === undefined && sameKind ? current.key : change.key;
  const isWritten = [current.kind, kind].every((name) => rulesOf(name).correctAnswer === undefined);
  const correct_answer =
    change.correct_answer === undefined && isWritten ? current.correct_answer : change.correct_answer;
  const scoring = change.scoring === undefined && sameKind ? current.scoring : change.scoring;
  return { kind, key, correct_answer, scoring, ...lists };
}

/** Callers send back what they read, so a kind that was read counts as not named. */
function kindAfter(current: QuestionContent, change: QuestionChange): Kind {
  const merged = { ...current, ...change };
  if (change.kind === null) return inferKind(merged);
  if (change.kind !== undefined && change.kind !== current.kind) return change.kind;
  if (Object.keys(change.key ?? {}).length > 0) return inferKind(merged);
  const { keyFields, requiredKeyFields, takesIncorrect } = rulesOf(current.kind);
  if (keyFields.length > 0)
    return change.key === null && requiredKeyFields.length > 0 ? inferKind(merged) : current.kind;
  const fits = takesIncorrect === (merged.incorrect_answers ?? []).length > 0;
  return fits && current.kind !== 'true_false' ? current.kind : inferKind(merged);
}

/** BCP 47 tags in canonical spelling: "EN-us" is stored as "en-US". */
export function canonicalLanguage(tag: string): string {
  return tag === DEFAULTS.language ? tag : (Intl.getCanonicalLocales(tag)[0] ?? tag);
}

export const MAX_LANGUAGE_LENGTH = 35;

/** The canonical spelling can be longer than the given one ("sh" is "sr-Latn") and must fit as well. */
export function isLanguageTag(tag: string): boolean {
  if (tag.length > MAX_LANGUAGE_LENGTH) return false; // ICU compares every part with every other
  try {
    return Intl.getCanonicalLocales(tag).every((canonical) => canonical.length <= MAX_LANGUAGE_LENGTH);
  } catch {
    return false;
  }
}

/** The names of the fields in which two contents differ. */
export function changedFields(before: QuestionContent, after: QuestionContent): string[] {
  return CONTENT_FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

/**
 * Raise this when `renderQuestion` changes: rows rendered by an older version are then rendered again in the
 * background.
 */
export const BODY_VERSION = 2;

/** Fields that the body of an earlier release may lack. */
const BEFORE_KINDS: Omit<Pick<QuestionContent, KindField>, 'kind' | 'correct_answer'> = {
  accepted_answers: [],
  incorrect_answers: [],
  key: null,
  scoring: 'all_or_nothing',
};

/** Reads a stored JSON; a field that its release did not know has its default. */
export function readStoredQuestion(body: string): Question {
  const stored = JSON.parse(body) as Omit<Question, 'kind'> & Record<'created_at' | 'updated_at', string>;
  return {
    ...DEFAULTS,
    ...BEFORE_KINDS,
    kind: inferKind(stored),
    ...stored,
    created_at: new Date(stored.created_at),
    updated_at: new Date(stored.updated_at),
  };
}

/** A stored JSON as this release presents it. The version is that of the release that wrote it, if known. */
export function presentStored(body: string, bodyVersion: number | null): string {
  return bodyVersion === BODY_VERSION ? body : renderQuestion(readStoredQuestion(body));
}

/**
 * The JSON of a question as every reply presents it. It is written out, because a list of keys as replacer takes four
 * times as long.
 */
export function renderQuestion(question: Question): string {
  return JSON.stringify({
    id: question.id,
    question_text: question.question_text,
    kind: question.kind,
    correct_answer: question.correct_answer,
    category: question.category,
    difficulty: question.difficulty,
    topic_focus: question.topic_focus,
    accepted_answers: question.accepted_answers,
    incorrect_answers: question.incorrect_answers,
    key: question.key,
    scoring: question.scoring,
    explanation: question.explanation,
    tags: question.tags,
    language: question.language,
    source: question.source,
    license: question.license,
    external_id: question.external_id,
    status: question.status,
    version: question.version,
    created_at: question.created_at.toISOString(),
    updated_at: question.updated_at.toISOString(),
  } satisfies Record<QuestionField, unknown>);
}
