import fc from 'fast-check';
import type { Operation } from './openapi-document.ts';

const HEADER = 'question_text,correct_answer,category,difficulty';
const ROW = 'Which comet is it?,Halley,Astronomy,0';

/** Files that can be taken; what becomes of them a worker says, and none is at work here. */
export const validFile = fc.constantFrom(
  `${HEADER}\n${ROW}\n`,
  `${HEADER}\n${ROW}\nWhat is missing?,,,\n`,
  `${HEADER}\n`,
);

/** A finished import, one of whose rows is rejected. */
export const FILE_WITH_REJECT = `${HEADER}\n${ROW}\nWhat is missing?,,,\n`;

export function takesFile({ id }: Pick<Operation, 'id'>): boolean {
  return id === 'createImport';
}

/** JSON inside a parameter, names of encodings and a scope of its own: these have tests of their own. */
const NOT_BY_SCHEMA = new Set(['defaults', 'category_map', 'columns', 'encoding', 'create_categories', 'filename']);

export function isFuzzed(operation: Pick<Operation, 'id'>, parameter: string): boolean {
  return !takesFile(operation) || !NOT_BY_SCHEMA.has(parameter);
}
