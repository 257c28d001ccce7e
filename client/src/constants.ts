import type { components } from './api.gen.ts';

export const QUESTION_STATUSES = ['draft', 'ready', 'archived'] as const;
export type QuestionStatus = (typeof QUESTION_STATUSES)[number];

/** `difficulty` of a question: Basic, Intermediate, Advanced. */
export const DIFFICULTIES = [0, 1, 2] as const;
export const DIFFICULTY_NAMES = ['Basic', 'Intermediate', 'Advanced'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

export const SCOPES = [
  'questions:read',
  'questions:play',
  'questions:write',
  'questions:delete',
  'analysis:read',
  'analysis:run',
  'events:read',
  'webhooks:manage',
  'tokens:manage',
  'audit:read',
  'categories:manage',
  'people:manage',
] as const;
export type Scope = (typeof SCOPES)[number];

type Draft = components['schemas']['QuestionDraft'];
type Missing<All, Known> = Exclude<NonNullable<All>, Known> extends never ? true : never;
/** These lines do not compile if the API gains a value that is missing here. */
true satisfies Missing<Draft['status'], QuestionStatus>;
true satisfies Missing<components['schemas']['Token']['scopes'][number], Scope>;
