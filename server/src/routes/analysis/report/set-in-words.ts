import { type Sentence, say } from '../../../domain/sentences/sentence.ts';
import type { Analysis } from '../../../store/analysis/analyses.ts';

/** Describes the analysed questions in plain words. */
export function describeSet({ question_ids, filter }: Pick<Analysis, 'question_ids' | 'filter'>): Sentence {
  if (question_ids !== null) return say('report.set.chosen', { questions: question_ids.length });
  const filters = Object.entries(filter ?? {}).map(([name, value]) => ({
    name,
    kind: name === 'difficulty' ? 'level' : 'other',
    values: [value].flat().map(String),
  }));
  return filters.length === 0 ? say('report.set.all') : say('report.set.filtered', { filters });
}
