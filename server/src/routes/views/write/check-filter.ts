import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { RequestedFilter } from '../../../domain/questions/filter.ts';
import { rejectEmptySearch } from '../../questions/read/search-words.ts';
import { readVisibleFilter } from '../../questions/read/visible.ts';

/** A filter that the list itself would reject is not saved. */
export async function checkFilter(deps: Deps, request: FastifyRequest, filter: RequestedFilter): Promise<void> {
  await rejectEmptySearch(deps.db.reads, readVisibleFilter(deps, request, filter), { pointer: '#/filter/q' });
}
