import fc from 'fast-check';
import type { Bank } from './fuzz-request.ts';
import { type JsonSchema, resolve } from './openapi-document.ts';
import { pickFrom, validValue } from './schema-arbitrary.ts';

/** A bulk change: questions by id or by filter, and work, with combinations that a schema cannot restrict. */
export function validBulk(given: JsonSchema, bank: Bank): fc.Arbitrary<unknown> {
  const { question_ids = {}, filter = {}, set = {}, add_tags = {} } = resolve(given).properties ?? {};
  const questions = fc.oneof(
    pickFrom(() => bank.live).map((id) => ({ question_ids: [id] })),
    validValue(question_ids, bank).map((ids) => ({ question_ids: ids })),
    validValue(filter, bank).map((value) => ({ filter: value })),
    // The filters other than the first match only some questions.
    fc.constantFrom({}, { difficulty: [0, 1] }, { category: 'science' }).map((value) => ({ filter: value })),
  );
  const work = fc.oneof(
    validValue(set, bank).map((values) => ({ set: values })),
    validValue(add_tags, bank).map((tags) => ({ add_tags: tags })),
    fc.constantFrom({ remove_tags: ['prime'] }, { delete: true }, { restore: true }),
  );
  const way = fc.constantFrom({ dry_run: true }, { expected_count: 1 }, { expected_count: 200, dry_run: false });
  return fc.tuple(questions, work, way).map(([asked, done, how]) => ({ ...asked, ...done, ...how }));
}
