import { ApiError } from '../../../../client/src/index.ts';
import { type Errors, FIELDS } from './draft.ts';

/** The service names what is wrong by a pointer into what was sent: "#/incorrect_answers/2" is of that field. */
export function violationsOf(error: unknown): Errors {
  if (!(error instanceof ApiError)) return {};
  const errors: Errors = {};
  for (const { pointer = '', detail } of error.errors) {
    const name = FIELDS.find((field) => pointer.split('/')[1] === field);
    if (name !== undefined) errors[name] ??= detail;
  }
  return errors;
}
