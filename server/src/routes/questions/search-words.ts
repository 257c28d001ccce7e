import type { QuestionFilter } from '../../domain/question-filter.ts';
import { violationError } from '../../errors.ts';
import type { Executor } from '../../store/database.ts';
import { hasSearchWords } from '../../store/word-search.ts';

/** "what is the" would find nothing, whatever the bank holds: that is said, not answered by an empty list. */
export async function refuseEmptySearch(
  db: Executor,
  filter: QuestionFilter,
  place: { parameter: string } | { pointer: string } = { parameter: 'q' },
): Promise<void> {
  if (filter.q === undefined || (await hasSearchWords(db, filter.q))) return;
  throw violationError([
    {
      code: 'no_search_words',
      detail: 'q holds no word that can be searched for: words such as "the" or "what" are too common.',
      ...place,
    },
  ]);
}
