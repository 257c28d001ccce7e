import type { AnalysisType } from './analysis-type.ts';
import { coverage } from './coverage/index.ts';
import { itemFlaws } from './item-flaws/index.ts';
import { textStatistics } from './text-statistics/index.ts';

/** Every analysis there is. A type is a folder; adding one touches this list and nothing else. */
export const analysisTypes: readonly AnalysisType[] = [coverage, textStatistics, itemFlaws] as readonly AnalysisType[];

const BY_NAME = new Map(analysisTypes.map((type) => [type.name, type]));

/** For names that validation has let through. */
export function findAnalysisType(name: string): AnalysisType {
  const type = BY_NAME.get(name);
  if (type === undefined) throw new Error(`no analysis is called "${name}"`);
  return type;
}

/** Same questions, same engine version: same result. */
export function engineVersion({ name, version }: AnalysisType): string {
  return `${name}/${version}`;
}
