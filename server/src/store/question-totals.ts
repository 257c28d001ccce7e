import type { CategoryCatalogue } from '../domain/category.ts';
import type { Total } from '../domain/page.ts';
import { filterCells } from '../domain/question-cells.ts';
import { isCellFilter, isTopicFilter, type QuestionFilter } from '../domain/question-filter.ts';
import type { Executor } from './database.ts';
import { countCells } from './question-counts.ts';
import { countQuestions } from './question-search.ts';
import { countTopic } from './topic-counts.ts';
import { countWords } from './word-search.ts';

/** How many questions a filter means: from the kept counts wherever they can tell, else counted up to a bound. */
export async function countMatches(
  db: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
): Promise<Total> {
  if (isCellFilter(filter)) {
    const counts = await countCells(db, filterCells(filter, categories));
    return { total: counts.reduce((total, { count }) => total + count, 0) };
  }
  if (isTopicFilter(filter)) {
    return { total: await countTopic(db, filterCells(filter, categories), filter.topic_focus ?? '') };
  }
  return (filter.q === undefined ? countQuestions : countWords)(db, filter, categories);
}
