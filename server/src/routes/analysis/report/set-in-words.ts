import { listNames, numbered } from '../../../analysis/wording.ts';
import type { Analysis } from '../../../store/analysis/analyses.ts';

/** Describes the analysed questions in plain words. */
export function describeSet({ question_ids, filter }: Pick<Analysis, 'question_ids' | 'filter'>): string {
  if (question_ids !== null) return `${numbered(question_ids.length, 'question')} by id`;
  const parts = Object.entries(filter ?? {}).map(([name, value]) => `${name} ${listNames([value].flat().map(String))}`);
  return parts.length === 0 ? 'All ready questions' : `Questions by ${listNames(parts)}`;
}
