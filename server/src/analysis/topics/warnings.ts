import type { SentenceValues } from '../../domain/sentences/write.ts';
import { warnOfDismissed } from '../dismissed.ts';
import { type Warning, warning } from '../warning.ts';
import { CANDIDATES, type Clusters, largestK } from './clusters/clusters.ts';
import { MAX_ITEMS, TRUSTED } from './misfiled/misfiled.ts';
import { MAX_CLASSES, MIN_CLASS } from './misfiled/naive-bayes.ts';
import { MIN_K } from './parameters.ts';
import type { Survey } from './survey.ts';
import { NONE } from './terms/features.ts';
import { labelOf } from './wording.ts';

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

const warn = (code: string, count: number, values: SentenceValues = {}) =>
  warning(code, `topics.${code}`, count, values);

function warnOfTexts({ withoutTerms, declared, parameters, leastPair }: Survey): Warning[] {
  const label = labelOf(parameters.group_by);
  return [
    warn('no_terms', withoutTerms),
    warn('no_label', declared.of.filter((one) => one === NONE).length, { label }),
    warn('pairs_pruned', leastPair ?? 0, { questions: leastPair ?? 0 }),
  ];
}

function warnOfFiling({ declared, filing, parameters, questions }: Survey): Warning[] {
  const label = labelOf(parameters.group_by);
  const small = declared.sizes.filter((size) => size < MIN_CLASS).length;
  const toldApart = filing.labels.length > 1;
  const isUntold = toldApart && filing.cut === null;
  return [
    warn('small_labels', small, { label, questions: MIN_CLASS }),
    warn('labels_capped', declared.names.length - small - filing.labels.length, { label, shown: MAX_CLASSES }),
    warn('nothing_to_tell_apart', toldApart ? 0 : Math.max(1, questions), { label }),
    warn('words_do_not_tell', isUntold ? Math.max(1, filing.judged) : 0, { trusted: TRUSTED }),
  ];
}

function warnOfClusters({ comparison, parameters, questions }: Survey): Warning[] {
  const { k } = parameters;
  const undefinedNumbers =
    comparison === null ? [] : [comparison.adjusted_rand, comparison.nmi, comparison.clusters.silhouette];
  return [
    warn('no_clusters', comparison === null ? Math.max(1, questions) : 0),
    warn('fewer_clusters', comparison === null || k === 'auto' ? 0 : k - comparison.clusters.k),
    warn(
      'k_at_limit',
      comparison !== null && k === 'auto' && isAtLimit(comparison.clusters) ? comparison.clusters.k : 0,
    ),
    warn('agreement_undefined', undefinedNumbers.filter((number) => number === null).length),
    warn('sampled', comparison === null ? 0 : Math.max(0, questions - parameters.sample)),
  ];
}

function warnOfLists({ filing, parameters, groupsTotal, groups }: Survey): Warning[] {
  return [
    warn('items_capped', filing.count - filing.misfiled.length, { shown: MAX_ITEMS }),
    warn('misfiled_capped', Math.max(0, filing.misfiled.length - parameters.top_n)),
    warn('groups_capped', groupsTotal - groups.length),
  ];
}

function isAtLimit({ k, placed }: Clusters): boolean {
  return k > MIN_K && k >= Math.max(...CANDIDATES.filter((one) => one <= largestK(placed.points.count)));
}
