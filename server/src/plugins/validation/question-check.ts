import type { CategorySource } from '../../cached/categories.ts';
import type { QuestionCheck } from '../../domain/questions/question-check.ts';
import { compileBody } from './request-checks.ts';
import { createAjv } from './validation.ts';

/** The check of a question outside of a request, by the same schema as requests. */
export function compileQuestionCheck(categories: CategorySource, schema: object): QuestionCheck {
  return compileBody(createAjv(categories), schema, new Map()).check as QuestionCheck;
}
