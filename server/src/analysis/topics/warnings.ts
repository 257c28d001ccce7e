import type { Warning } from '../analysis-type.ts';
import { warnOfDismissed } from '../dismissed.ts';
import { numbered, percent } from '../wording.ts';
import { CANDIDATES, type Clusters, largestK } from './clusters/clusters.ts';
import { MAX_ITEMS, TRUSTED } from './misfiled/misfiled.ts';
import { MAX_CLASSES, MIN_CLASS } from './misfiled/naive-bayes.ts';
import { MIN_K } from './parameters.ts';
import type { Survey } from './survey.ts';
import { NONE } from './terms/features.ts';
import { labelNoun, labelNouns } from './wording.ts';

/** Warns of data that the numbers do not cover, with counts. */
export function listWarnings(survey: Survey): Warning[] {
  return [
    ...warnOfTexts(survey),
    ...warnOfFiling(survey),
    ...warnOfClusters(survey),
    ...warnOfLists(survey),
    ...warnOfDismissed(survey.filing.dismissed),
  ].filter(({ count }) => count > 0);
}

function warnOfTexts({ withoutTerms, declared, parameters, leastPair }: Survey): Warning[] {
  return [
    {
      code: 'no_terms',
      message: 'Questions that share no terms with others are in no cluster and are not judged.',
      count: withoutTerms,
    },
    {
      code: 'no_label',
      message: `Questions without a ${labelNoun(parameters.group_by)} are in no group and are not judged.`,
      count: declared.of.filter((label) => label === NONE).length,
    },
    {
      code: 'pairs_pruned',
      message: `There are too many pairs of words: those in fewer than ${leastPair} questions are left out.`,
      count: leastPair ?? 0,
    },
  ];
}

function warnOfFiling({ declared, filing, parameters, questions }: Survey): Warning[] {
  const nouns = labelNouns(parameters.group_by);
  const small = declared.sizes.filter((size) => size < MIN_CLASS).length;
  const toldApart = filing.labels.length > 1;
  return [
    {
      code: 'small_labels',
      message: `Questions of ${nouns} with fewer than ${MIN_CLASS} questions are neither judged nor suggested.`,
      count: small,
    },
    {
      code: 'labels_capped',
      message: `Only the ${MAX_CLASSES} largest ${nouns} are compared.`,
      count: declared.names.length - small - filing.labels.length,
    },
    {
      code: 'nothing_to_tell_apart',
      message: `With fewer than two ${nouns} no question can be misfiled.`,
      count: toldApart ? 0 : Math.max(1, questions),
    },
    {
      code: 'words_do_not_tell',
      message: `Even where words point most clearly, fewer than ${percent(TRUSTED)} of the questions are filed accordingly, so none is called misfiled.`,
      count: toldApart && filing.cut === null ? Math.max(1, filing.judged) : 0,
    },
  ];
}

function warnOfClusters({ comparison, parameters, questions }: Survey): Warning[] {
  const { k } = parameters;
  const undefinedNumbers =
    comparison === null ? [] : [comparison.adjusted_rand, comparison.nmi, comparison.clusters.silhouette];
  return [
    {
      code: 'no_clusters',
      message: 'Fewer than two questions have terms, so there are no clusters.',
      count: comparison === null ? Math.max(1, questions) : 0,
    },
    {
      code: 'fewer_clusters',
      message: 'Fewer clusters were found than requested.',
      count: comparison === null || k === 'auto' ? 0 : k - comparison.clusters.k,
    },
    {
      code: 'k_at_limit',
      message:
        'The silhouette is best at the largest number of clusters that was tried, so there is no natural number of clusters.',
      count: comparison !== null && k === 'auto' && isAtLimit(comparison.clusters) ? comparison.clusters.k : 0,
    },
    {
      code: 'agreement_undefined',
      message: 'Adjusted Rand, mutual information or silhouette are null if there is only one group or cluster.',
      count: undefinedNumbers.filter((number) => number === null).length,
    },
    {
      code: 'sampled',
      message: 'Clusters are learnt from a sample; the other questions are assigned to them.',
      count: comparison === null ? 0 : Math.max(0, questions - parameters.sample),
    },
  ];
}

function warnOfLists({ filing, parameters, groupsTotal, groups }: Survey): Warning[] {
  return [
    {
      code: 'items_capped',
      message: `Only the ${numbered(MAX_ITEMS)} clearest of the misfiled questions are items.`,
      count: filing.count - filing.misfiled.length,
    },
    {
      code: 'misfiled_capped',
      message: 'The items contain more misfiled questions than the result.',
      count: Math.max(0, filing.misfiled.length - parameters.top_n),
    },
    {
      code: 'groups_capped',
      message: 'Only the largest groups are listed.',
      count: groupsTotal - groups.length,
    },
  ];
}

function isAtLimit({ k, placed }: Clusters): boolean {
  return k > MIN_K && k >= Math.max(...CANDIDATES.filter((one) => one <= largestK(placed.points.count)));
}
