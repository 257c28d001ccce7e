import fc from 'fast-check';
import type { Operation } from './openapi-document.ts';

const HEADER = 'question_text,correct_answer,category,difficulty';
const ROW = 'Which comet is it?,Halley,Astronomy,0';

/** Files that are accepted; their outcome depends on a worker, and none is running here. */
export const validFile = fc.constantFrom(
  `${HEADER}\n${ROW}\n`,
  `${HEADER}\n${ROW}\nWhat is missing?,,,\n`,
  `${HEADER}\n`,
);

/** A finished import with a rejected row. */
export const FILE_WITH_REJECT = `${HEADER}\n${ROW}\nWhat is missing?,,,\n`;

export function takesFile({ id }: Pick<Operation, 'id'>): boolean {
  return id === 'createImport';
}

/** Parameters with JSON, with names of encodings or with a separate scope, which have their own tests. */
const NOT_BY_SCHEMA = new Set([
  ...['defaults', 'category_map', 'difficulty_map', 'field_map', 'columns'],
  ...['encoding', 'create_categories', 'filename'],
]);

export function isFuzzed(operation: Pick<Operation, 'id'>, parameter: string): boolean {
  return !takesFile(operation) || !NOT_BY_SCHEMA.has(parameter);
}
