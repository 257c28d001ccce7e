export const QUESTION_STATUSES = ['draft', 'ready', 'archived'] as const;
export type QuestionStatus = (typeof QUESTION_STATUSES)[number];

/** The maximum number of tags, and of answers of each kind. */
export const LIST_LIMIT = 20;

/** The fields an author sets, complete and normalised. */
export interface QuestionContent {
  question_text: string;
  correct_answer: string;
  category: string;
  difficulty: number;
  topic_focus: string | null;
  accepted_answers: readonly string[];
  incorrect_answers: readonly string[];
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

type Required = 'question_text' | 'correct_answer' | 'category' | 'difficulty';

/** The fields of a creation: the required ones, and any optional ones; null stands for the default. */
export type QuestionDraft = Pick<QuestionContent, Required> & {
  [Field in Exclude<keyof QuestionContent, Required>]?: QuestionContent[Field] | null | undefined;
};

/** The fields of an update. An absent field keeps its value; null resets an optional one to its default. */
export type QuestionChange = { [Field in keyof QuestionDraft]?: QuestionDraft[Field] | undefined };

const DEFAULTS = {
  topic_focus: null,
  accepted_answers: [],
  incorrect_answers: [],
  explanation: null,
  tags: [],
  language: 'en',
  source: null,
  license: null,
  external_id: null,
  status: 'ready',
} as const satisfies Omit<QuestionContent, Required>;

export const CONTENT_FIELDS = [
  'question_text',
  'correct_answer',
  'category',
  'difficulty',
  'topic_focus',
  'accepted_answers',
  'incorrect_answers',
  'explanation',
  'tags',
  'language',
  'source',
  'license',
  'external_id',
  'status',
] as const satisfies readonly (keyof QuestionContent)[];

export const QUESTION_FIELDS = ['id', ...CONTENT_FIELDS, 'version', 'created_at', 'updated_at'] as const;
export type QuestionField = (typeof QUESTION_FIELDS)[number];

/** A draft with its defaults filled in and its category and language in canonical spelling. */
export function completeDraft(draft: QuestionDraft, canonicalCategory: (name: string) => string): QuestionContent {
  return mergeChange({ ...DEFAULTS, ...pickRequired(draft) }, draft, canonicalCategory);
}

function pickRequired(draft: QuestionDraft): Pick<QuestionContent, Required> {
  const { question_text, correct_answer, category, difficulty } = draft;
  return { question_text, correct_answer, category, difficulty };
}

/** The content after a change, which does not modify the current content. */
export function mergeChange(
  current: QuestionContent,
  change: QuestionChange,
  canonicalCategory: (name: string) => string,
): QuestionContent {
  const given: Record<string, unknown> = {};
  for (const field of CONTENT_FIELDS) {
    if (change[field] !== undefined) given[field] = change[field] ?? DEFAULTS[field as keyof typeof DEFAULTS];
  }
  const merged: QuestionContent = { ...current, ...given };
  merged.category = canonicalCategory(merged.category);
  merged.language = canonicalLanguage(merged.language);
  return merged;
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
export const BODY_VERSION = 1;

/** Reads a stored JSON; a field that its release did not know has its default. */
export function readStoredQuestion(body: string): Question {
  const stored = JSON.parse(body) as Question & Record<'created_at' | 'updated_at', string>;
  return {
    ...DEFAULTS,
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
    correct_answer: question.correct_answer,
    category: question.category,
    difficulty: question.difficulty,
    topic_focus: question.topic_focus,
    accepted_answers: question.accepted_answers,
    incorrect_answers: question.incorrect_answers,
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
