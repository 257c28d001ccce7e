import type { FastifyRequest } from 'fastify';
import type { OtherQuestions } from '../../../analysis/analysis-type.ts';
import type { Deps } from '../../../deps.ts';
import {
  isTopicFilter,
  type QuestionFilter,
  type RequestedFilter,
  readFilter,
} from '../../../domain/questions/filter.ts';
import { AppError, violationError } from '../../../errors.ts';
import type { Executor } from '../../../store/database/database.ts';
import { hasMatches } from '../../../store/questions/totals.ts';
import { rejectEmptySearch } from '../../questions/read/search-words.ts';

/**
 * Rejects a filter that matches no question: its run would fail. It reads before the transaction that stores the run.
 */
export async function rejectEmptyFilters(
  deps: Deps,
  request: FastifyRequest,
  populations: readonly OtherQuestions[],
): Promise<void> {
  for (const { filter, pointer } of populations) {
    if (filter === null) continue;
    const place = `${placeOf(pointer)}/filter`;
    const meant = readFilter(filter, deps.categories.current);
    await rejectEmptySearch(deps.db.reads, meant, { pointer: `${place}/q` });
    if (!(await matchesAny(deps, request, meant))) throw emptySet(filter, place);
  }
}

/** The place in a request that names a population. */
export function placeOf(pointer: string | null): string {
  return pointer === null ? '#' : `#/parameters${pointer}`;
}

/** Stored counts cost nothing. If a check would have to read too much, it is left to the run. */
async function matchesAny(deps: Deps, request: FastifyRequest, filter: QuestionFilter): Promise<boolean> {
  const find = (db: Executor) => hasMatches(db, filter, deps.categories.current);
  try {
    return await (isTopicFilter(filter) ? find(deps.db.reads) : request.scan(find, deps.db.reads));
  } catch (error) {
    if (error instanceof AppError && error.code === 'timeout') return true;
    throw error;
  }
}

function emptySet(filter: RequestedFilter, pointer: string): AppError {
  const all = Object.keys(filter).length === 0;
  const detail = all
    ? 'There is no ready question to analyse yet. Add some by POST /questions.'
    : 'No question matches the filter, so there is nothing to analyse. GET /questions with the same filter shows what it matches; without `status` only ready questions do.';
  return violationError([{ code: 'empty_set', detail, pointer }]);
}
