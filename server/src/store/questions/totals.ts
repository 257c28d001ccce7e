import type { CategoryCatalogue } from '../../domain/categories.ts';
import type { Total } from '../../domain/http/page.ts';
import { filterCells } from '../../domain/questions/cells.ts';
import { isCellFilter, isTopicFilter, type QuestionFilter } from '../../domain/questions/filter.ts';
import type { Executor } from '../database/database.ts';
import { countCells } from './counts.ts';
import { countQuestions, existsQuestion } from './search.ts';
import { countTopic } from './topic-counts.ts';
import { countWords } from './word-search.ts';

/**
 * The number of questions that match a filter: from the stored counts if they cover it, otherwise counted up to a
 * bound.
 */
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

/** Whether any question matches a filter. */
export async function hasMatches(
  db: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
): Promise<boolean> {
  if (!isTopicFilter(filter)) return existsQuestion(db, filter, categories);
  return (await countMatches(db, filter, categories)).total !== 0;
}
