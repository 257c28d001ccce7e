import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { QuestionFilter, RequestedFilter } from '../../../domain/questions/filter.ts';
import { violationError } from '../../../errors.ts';
import { type ExportRange, findExportRange, readExportBatch } from '../../../store/questions/export-batches.ts';
import { readAhead } from '../../shared/export/read-ahead.ts';
import { rejectEmptySearch } from '../read/search-words.ts';
import { readVisibleFilter } from '../read/visible.ts';

/** The questions to export, and where in the bank they may be. */
interface ExportScope {
  filter: QuestionFilter;
  range: ExportRange;
}

export async function readExportScope(
  deps: Deps,
  request: FastifyRequest,
  requested: RequestedFilter,
  after: string | undefined,
): Promise<ExportScope> {
  const filter = readVisibleFilter(deps, request, requested);
  await rejectEmptySearch(deps.db.lists.pool, filter);
  const range = await findExportRange(deps.db.lists.pool, after);
  if (range !== undefined) return { filter, range };
  const detail = `No question has the id "${after}": start again without \`after\`.`;
  throw violationError([{ code: 'resource_missing', detail, parameter: 'after' }]);
}

/** In creation order. Each batch is read from the current bank, so a question that changes during the export appears once. */
export async function* readLines(deps: Deps, { filter, range }: ExportScope): AsyncGenerator<string, void, undefined> {
  const categories = deps.categories.current;
  const batches = readAhead(range, (rest) => readExportBatch(deps.db.lists.pool, filter, categories, rest));
  for await (const { lines } of batches) if (lines !== '') yield lines;
}
