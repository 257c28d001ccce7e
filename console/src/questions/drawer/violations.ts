import { ApiError } from '../../../../client/src/index.ts';
import { type Errors, FIELDS } from './draft.ts';

/**
 * Assigns violations to fields. The service names the place by a pointer into the body, such as
 * "#/incorrect_answers/2".
 */
export function violationsOf(error: unknown): Errors {
  if (!(error instanceof ApiError)) return {};
  const errors: Errors = {};
  for (const { pointer = '', detail } of error.errors) {
    const name = FIELDS.find((field) => pointer.split('/')[1] === field);
    if (name !== undefined) errors[name] ??= detail;
  }
  return errors;
}
