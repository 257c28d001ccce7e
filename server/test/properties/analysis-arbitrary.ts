import fc from 'fast-check';
import { analysisTypes } from '../../src/analysis/index.ts';
import type { Bank } from './fuzz-request.ts';
import { type JsonSchema, resolve } from './openapi-document.ts';
import { validValue } from './schema-arbitrary.ts';

/** A request for an analysis: a type with parameters that fit it, and the questions by id or by filter, not both. */
export function validAnalysis(given: JsonSchema, bank: Bank): fc.Arbitrary<unknown> {
  const schema = resolve(given);
  const { question_ids = {}, filter = {} } = schema.properties ?? {};
  const questions = fc.oneof(
    validValue(question_ids, bank).map((ids) => ({ question_ids: ids })),
    validValue(filter, bank).map((value) => ({ filter: value })),
    // The filters other than the first match only some questions.
    fc.constantFrom({}, { difficulty: [0, 1] }, { category: 'science' }).map((value) => ({ filter: value })),
  );
  const settings = (schema.allOf ?? []).map((branch) => {
    const shape = branch.then.properties?.['parameters'] ?? {};
    const parameters = validValue({ type: 'object', ...shape }, bank).map(possible);
    return fc.record({
      analysis_type: fc.constantFrom(...(branch.if.properties?.['analysis_type']?.enum ?? [])),
      parameters: shape.required === undefined ? fc.option(parameters, { nil: undefined }) : parameters,
    });
  });
  const computed = fc.tuple(fc.oneof(...settings), questions).map(([type, asked]) => ({ ...type, ...asked }));
  // Nobody changes its question, so the result already exists.
  const repeated = fc.constant(null).map(() => ({ analysis_type: 'coverage', question_ids: [bank.untouched] }));
  return fc.oneof({ weight: 9, arbitrary: computed }, { weight: 1, arbitrary: repeated });
}

interface Parameters {
  blueprint?: unknown;
  dimensions?: unknown;
  basis?: unknown;
  ngrams?: readonly number[];
  other?: { question_ids?: unknown; filter?: unknown };
}

/** Applies the rules that a schema cannot express, or only badly. */
function possible(given: unknown): unknown {
  const parameters = { ...(given as Parameters) };
  if (parameters.basis === 'responses') parameters.basis = 'text'; // none are stored yet
  if (parameters.ngrams !== undefined) parameters.ngrams = parameters.ngrams.toSorted(); // the minimum comes first
  const { question_ids, filter = {} } = parameters.other ?? {};
  if (parameters.other !== undefined) parameters.other = question_ids === undefined ? { filter } : { question_ids };
  // The cells of a blueprint depend on each other and on the dimensions.
  if (parameters.blueprint === undefined) return parameters;
  if (parameters.dimensions === undefined)
    parameters.blueprint = [{ category: 'Science', difficulty: 1, min_count: 2 }];
  else delete parameters.blueprint;
  return parameters;
}

/** Any two questions, or the newest two, where concurrent requests meet and the pair is already marked. */
export function validDismissal(schema: JsonSchema, bank: Bank): fc.Arbitrary<unknown> {
  const newest = fc.boolean().map((turned) => {
    const pair = [...new Set(bank.live)].slice(-2); // a restored question may occur twice there
    return { question_ids: turned ? pair.reverse() : pair };
  });
  return fc.oneof(validValue(schema, bank), newest);
}

/** A row of a type that has rows to dismiss, named as the type requires. */
export function validRowDismissal(given: JsonSchema, bank: Bank): fc.Arbitrary<unknown> {
  const { question_id = {}, question_ids = {}, reason = {} } = resolve(given).properties ?? {};
  const shapes = analysisTypes.flatMap(({ name, dismissible }): fc.Arbitrary<unknown>[] => {
    const analysis_type = fc.constant(name);
    const why = 'type' in reason ? validValue(reason, bank) : fc.constant(null);
    if (dismissible.of === 'nothing') return [];
    if (dismissible.of === 'pair')
      return [fc.record({ analysis_type, question_ids: validValue(question_ids, bank), reason: why })];
    const about = fc.uniqueArray(fc.constantFrom(...dismissible.about), { minLength: 1, maxLength: 5 });
    const named = validValue(question_id, bank);
    // For item_flaws something has to be named, as a question may have no flaw.
    return [fc.record({ analysis_type, question_id: named, about, reason: why })];
  });
  // Nobody changes its question, so it is already dismissed.
  const repeated = fc.constant(null).map(() => ({ analysis_type: 'topics', question_id: bank.untouched }));
  return fc.oneof(...shapes, repeated);
}

/** The same rows, assigned to a person. */
export function validAssignment(given: JsonSchema, bank: Bank): fc.Arbitrary<unknown> {
  const { person = {} } = resolve(given).properties ?? {};
  return fc.tuple(validRowDismissal(given, bank), validValue(person, bank, 'person')).map(([row, to]) => {
    const { reason: _reason, ...named } = row as { reason?: unknown };
    return { ...named, person: to };
  });
}

/** Several of them, and questions themselves, assigned to one person. */
export function validBulkAssignment(given: JsonSchema, bank: Bank): fc.Arbitrary<unknown> {
  const { person = {}, rows = {} } = resolve(given).properties ?? {};
  const items = rows.items ?? {};
  const question_id = validValue(resolve(items).properties?.['question_id'] ?? {}, bank);
  const ofAnalysis = validRowDismissal(items, bank).map((row) => {
    const { reason: _reason, ...named } = row as { reason?: unknown };
    return named;
  });
  const itself = fc.record({ analysis_type: fc.constant('question'), question_id });
  return fc.record({
    person: validValue(person, bank, 'person'),
    rows: fc.array(fc.oneof(ofAnalysis, itself), { minLength: 1, maxLength: 5 }),
  });
}

/** The name of a plot in its URL, whether or not the plot exists. */
export const plotName = fc.constantFrom(
  ...['category-by-difficulty.svg', 'category-by-difficulty.png', 'question-words.svg'],
  ...['nonsense.svg', 'category-by-difficulty.gif', 'x', '%3Csvg%3E.svg'],
);
