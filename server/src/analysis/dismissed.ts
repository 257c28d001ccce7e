import type { DismissedRows } from '../domain/analysis/dismissed-rows.ts';
import { type Warning, warning } from './warning.ts';

export function warnOfDismissed(count: number): Warning[] {
  return count === 0 ? [] : [warning('dismissed', 'dismissed', count)];
}

interface KnownQuestions {
  count: number;
  idOf: (question: number) => string;
  versions: ArrayLike<number>;
}

/** The numbers of the corpus questions with such a dismissal. */
export function findDismissed(
  { count, idOf, versions }: KnownQuestions,
  dismissed: readonly DismissedRows[],
  about: string,
): ReadonlySet<number> {
  const found = new Set<number>();
  const meant = dismissed.filter((rows) => rows.about.includes(about));
  const wanted = Map.groupBy(meant, ({ question_id }) => question_id);
  for (let question = 0; wanted.size > 0 && question < count; question += 1) {
    const version = versions[question];
    if (wanted.get(idOf(question))?.some((rows) => rows.version === version) === true) found.add(question);
  }
  return found;
}
