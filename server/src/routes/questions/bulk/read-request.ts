import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { BulkWork } from '../../../domain/bulk/bulk-change.ts';
import type { QuestionFilter } from '../../../domain/questions/filter.ts';
import { type Violation, violationError } from '../../../errors.ts';
import { insufficientScope } from '../../../plugins/access/access.ts';
import { rejectLargeResult } from '../read/large-result.ts';
import { rejectEmptySearch } from '../read/search-words.ts';
import { readVisibleFilter } from '../read/visible.ts';
import type { BulkRequest } from './schema.ts';

export interface Asked {
  work: BulkWork;
  filter: QuestionFilter;
}

/** Checks what the schema cannot, and reports all violations at once. */
export function rejectContradictions({
  filter,
  question_ids,
  expected_count,
  dry_run,
  set,
  add_tags,
  remove_tags,
  delete: remove,
  restore,
}: BulkRequest): void {
  const violations: Violation[] = [];
  const conflict = (detail: string, names: readonly string[]) => {
    for (const name of names) violations.push({ code: 'conflicting_parameters', detail, pointer: `#/${name}` });
  };
  const missing = (name: string, detail: string) => violations.push({ code: 'required', detail, pointer: `#/${name}` });
  if (filter === undefined && question_ids === undefined)
    missing('filter', 'Give filter or question_ids; {"filter": {}} means every ready question.');
  if (filter !== undefined && question_ids !== undefined)
    conflict('Give filter or question_ids, not both.', ['filter', 'question_ids']);
  if (expected_count === undefined && !dry_run)
    missing(
      'expected_count',
      '`expected_count` is required: the number of questions that you expect to match. `dry_run` returns it.',
    );
  const edits = Object.entries({ set, add_tags, remove_tags }).filter(([, value]) => value !== undefined);
  const kinds = [edits.map(([name]) => name), remove === true ? ['delete'] : [], restore === true ? ['restore'] : []];
  const given = kinds.filter((names) => names.length > 0);
  if (given.length === 0)
    missing('set', 'Say what to change: `set`, `add_tags` or `remove_tags`; or `delete`; or `restore`.');
  if (given.length > 1)
    conflict('`delete` and `restore` cannot be combined with anything else. Send one request for each.', given.flat());
  for (const [index, tag] of (add_tags ?? []).entries()) {
    if (remove_tags?.includes(tag) === true)
      conflict(`The tag "${tag}" cannot be both added and removed.`, [`add_tags/${index}`]);
  }
  if (violations.length > 0) throw violationError(violations);
}

/** The questions of the request, as far as the caller may see them, and the work to do. */
export async function readBulkRequest(deps: Deps, request: FastifyRequest<{ Body: BulkRequest }>): Promise<Asked> {
  const { filter: requested, question_ids, set, add_tags, remove_tags, delete: remove, restore } = request.body;
  if (remove === true && !request.principal.scopes.includes('questions:delete'))
    throw insufficientScope(deps, request, ['questions:delete'], ': `delete` deletes questions.');
  const ids = question_ids?.map((id) => id.toLowerCase());
  const filter = readVisibleFilter(deps, request, ids === undefined ? (requested ?? {}) : { ids }, (name) => ({
    pointer: `#/filter/${name}`,
  }));
  await rejectEmptySearch(deps.db.reads, filter, { pointer: '#/filter/q' });
  await rejectLargeResult(deps.db.reads, filter, { pointer: '#/filter/analysis_id' });
  return {
    work: { set, add_tags, remove_tags, delete: remove, restore },
    filter: restore === true ? { ...filter, deleted: true } : filter,
  };
}
