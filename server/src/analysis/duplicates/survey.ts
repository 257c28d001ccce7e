import type { Relation } from '../../domain/likeness/judge.ts';
import type { Knowledge } from '../analysis-type.ts';
import type { WordCorpus } from '../corpus/corpus.ts';
import type { FiledCorpus } from './chunk.ts';
import { type Compared, compareQuestions } from './compare.ts';
import { type Group, makeGroups } from './groups.ts';
import type { DuplicatesParameters } from './parameters.ts';

/** Everything that the result, the findings and the plots present. */
export interface Survey {
  parameters: DuplicatesParameters;
  corpus: WordCorpus;
  compared: Compared;
  groups: readonly Group[];
  /** The number of selected questions. */
  questions: number;
  /** The number of others that they were compared with. */
  others: number;
  counts: Record<Relation, number>;
  redundant: number;
  /** Whether two questions have different levels, or different categories. */
  filedApart: (a: number, b: number) => FiledApart;
  /** The number of groups of duplicates whose members do. */
  groupsApart: Record<keyof FiledApart, number>;
}

interface FiledApart {
  level_differs: boolean;
  category_differs: boolean;
}

export function surveyDuplicates(
  keyed: FiledCorpus,
  parameters: DuplicatesParameters,
  { dismissed }: Knowledge,
): Survey {
  const { corpus, levels, categories } = keyed;
  const compared = compareQuestions(keyed, {
    thresholds: { likeness: parameters.threshold, wording: parameters.conflict_threshold },
    fuzzyAnswers: parameters.answer_match === 'fuzzy',
    siblings: parameters.include_siblings,
    dismissed,
  });
  const groups = makeGroups(() => compared.links.ordered(), compared.dismissals);
  const counts: Record<Relation, number> = { conflict: 0, exact: 0, near: 0, answer_variant: 0, sibling: 0 };
  for (const { relation } of groups) counts[relation] += 1;
  const filedApart = (a: number, b: number): FiledApart => ({
    level_differs: levels[a] !== levels[b],
    category_differs: categories[a] !== categories[b],
  });
  const countApart = (name: keyof FiledApart) =>
    groups.filter(isRedundancy).filter(({ keep, rows }) => rows.some(({ member }) => filedApart(keep, member)[name]))
      .length;
  const questions = corpus.populations.reduce((asked, population) => asked + (population === 0 ? 1 : 0), 0);
  return {
    parameters,
    corpus,
    compared,
    groups,
    questions,
    others: compared.present - questions,
    counts,
    redundant: groups.filter(isRedundancy).reduce((sum, group) => sum + countRedundant(corpus, group), 0),
    filedApart,
    groupsApart: { level_differs: countApart('level_differs'), category_differs: countApart('category_differs') },
  };
}

/**
 * How many questions of a group could be deleted: all selected ones if one of the others stays, otherwise all but one.
 */
function countRedundant({ populations }: WordCorpus, { keep, rows }: Group): number {
  const asked = [keep, ...rows.map(({ member }) => member)].filter((question) => populations[question] === 0).length;
  return Math.min(asked, rows.length);
}

/** Whether the members of a group are the same question. */
export function isRedundancy({ relation }: Group): boolean {
  return relation === 'exact' || relation === 'near' || relation === 'answer_variant';
}
