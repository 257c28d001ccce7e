import type { AnalysisRequest } from '../domain/analysis/analysis.ts';
import type { AnalysisType, OtherQuestions } from './analysis-type.ts';
import { coverage } from './coverage/index.ts';
import { difficultyCheck } from './difficulty-check/index.ts';
import { duplicates } from './duplicates/index.ts';
import { itemFlaws } from './item-flaws/index.ts';
import { setComparison } from './set-comparison/index.ts';
import { textStatistics } from './text-statistics/index.ts';
import { topics } from './topics/index.ts';

/** All analysis types. A type is a folder; a new one only needs an entry in this list. */
export const analysisTypes = [
  coverage,
  textStatistics,
  itemFlaws,
  duplicates,
  topics,
  difficultyCheck,
  setComparison,
] as readonly AnalysisType[];

const BY_NAME = new Map(analysisTypes.map((type) => [type.name, type]));

/** For names that have passed validation. */
export function findAnalysisType(name: string): AnalysisType {
  const type = BY_NAME.get(name);
  if (type === undefined) throw new Error(`no analysis is called "${name}"`);
  return type;
}

/** The same questions and the same engine version give the same result. */
export function engineVersion({ name, version }: AnalysisType): string {
  return `${name}/${version}`;
}

/** The selected questions, and those that the type compares them with. */
export function populationsOf(request: AnalysisRequest): readonly [OtherQuestions, ...OtherQuestions[]] {
  const { question_ids, filter } = request;
  const type = findAnalysisType(request.analysis_type);
  const others = 'gather' in type ? (type.others?.(request.parameters) ?? []) : [];
  return [{ question_ids, filter, pointer: null }, ...others];
}
