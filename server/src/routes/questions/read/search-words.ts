import type { QuestionFilter } from '../../../domain/questions/filter.ts';
import { violationError } from '../../../errors.ts';
import type { Executor } from '../../../store/database/database.ts';
import { findSearchability, type Searchability } from '../../../store/questions/word-search.ts';

/** Rejects a search that would find nothing whatever the bank contains, or that no index can serve, with the reason. */
export async function rejectEmptySearch(
  db: Executor,
  filter: QuestionFilter,
  place: { parameter: string } | { pointer: string } = { parameter: 'q' },
): Promise<void> {
  if (filter.q === undefined) return;
  const searchability = await findSearchability(db, filter.q);
  if (searchability !== 'searchable') throw violationError([{ ...REASONS[searchability], ...place }]);
}

const REASONS = {
  no_words: {
    code: 'no_search_words',
    detail: '`q` contains no searchable word: words such as "the" and "what" are too common.',
  },
  only_negated: {
    code: 'only_negated_words',
    detail: '`q` must contain at least one word that is not negated, also on each side of an "or".',
  },
} as const satisfies Record<Exclude<Searchability, 'searchable'>, object>;
