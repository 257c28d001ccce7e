import type { SetComparisonParameters } from './parameters.ts';

/** What a JSON Schema says badly: set B is named in exactly one way. */
export function checkParameters({ other }: SetComparisonParameters): { pointer: string; detail: string }[] {
  const { question_ids, filter } = other;
  if (question_ids === undefined && filter === undefined) {
    return [{ pointer: '/other', detail: 'Give question_ids or filter.' }];
  }
  if (question_ids !== undefined && filter !== undefined) {
    return [{ pointer: '/other/filter', detail: 'Give question_ids or filter, not both.' }];
  }
  return [];
}
