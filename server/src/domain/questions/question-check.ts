import type { AppError } from '../../errors.ts';
import type { QuestionDraft } from './question.ts';

/**
 * The rules of POST /questions for one question: returns its draft with normalised texts, or everything that is wrong
 * with it.
 */
export type QuestionCheck = (draft: object) => { value: QuestionDraft } | { error: AppError };
