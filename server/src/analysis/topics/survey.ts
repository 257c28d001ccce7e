import type { DismissedRows } from '../../domain/analysis/dismissed-rows.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { findDismissed } from '../dismissed.ts';
import { adjustedRand } from '../statistics/adjusted-rand.ts';
import { normalisedMutualInformation } from '../statistics/mutual-information.ts';
import { findExemplars, groupCentres } from './clusters/centres.ts';
import { type Clusters, findClusters } from './clusters/clusters.ts';
import { findLookAlikes, type LookAlikes } from './look-alikes.ts';
import { type Filing, judgeFiling } from './misfiled/misfiled.ts';
import type { TopicsParameters } from './parameters.ts';
import { NONE } from './terms/features.ts';
import { characteristicTerms, type Term } from './terms/group-terms.ts';
import { bySize, countSizes, declaredLabels, type Grouped } from './terms/labels.ts';
import { buildVocabulary } from './terms/vocabulary.ts';
import { labelOf } from './wording.ts';

const EXEMPLARS = 3;
const NAMING_TERMS = 3;

interface Group {
  label: string;
  size: number;
  terms: Term[];
  exemplar_ids: string[];
}

/** The clusters compared with the declared labels. */
interface Comparison {
  clusters: Clusters;
  grouped: Grouped;
  /** The declared labels of the rows, largest first. */
  declared: readonly string[];
  /** table[declared][cluster] */
  table: readonly (readonly number[])[];
  adjusted_rand: number | null;
  nmi: number | null;
}

/** Everything that findings, plots and warnings present. */
export interface Survey {
  parameters: TopicsParameters;
  corpus: Corpus;
  questions: number;
  terms: number;
  leastPair: number | null;
  withoutTerms: number;
  declared: Grouped;
  filing: Filing;
  comparison: Comparison | null;
  grouped: Grouped;
  /** Largest first, at most `top_n`. */
  groups: Group[];
  groupsTotal: number;
  lookAlikes: readonly LookAlikes[];
}

export function surveyTopics(
  corpus: Corpus,
  parameters: TopicsParameters,
  dismissed: readonly DismissedRows[],
): Survey {
  const { group_by, top_terms, top_n } = parameters;
  const vocabulary = buildVocabulary(corpus, parameters);
  const declared = declaredLabels(corpus, group_by);
  const clusters = findClusters(vocabulary, corpus.count, parameters);
  const named = clusters === null ? countSizes([], new Int32Array(corpus.count).fill(NONE)) : nameClusters();
  const grouped = group_by === 'cluster' ? named : declared;
  const order = bySize(grouped);
  const listed = order.slice(0, top_n);
  const terms = characteristicTerms(vocabulary, grouped, listed, top_terms);
  const centres = clusters === null ? null : groupCentres(clusters.placed, grouped);
  const exemplars = clusters && centres ? findExemplars(clusters.placed, grouped, centres, EXEMPLARS) : [];
  return {
    parameters,
    corpus,
    questions: corpus.count,
    terms: vocabulary.size,
    leastPair: vocabulary.leastPair,
    withoutTerms: clusters === null ? countWithoutTerms() : named.of.filter((one) => one === NONE).length,
    declared,
    filing: judgeFiling(vocabulary, declared, findDismissed(corpus, dismissed, labelOf(group_by))),
    comparison: clusters === null ? null : compare(clusters, named, declared),
    grouped,
    groups: listed.map((group, position) => ({
      label: grouped.names[group] ?? '',
      size: grouped.sizes[group] ?? 0,
      terms: terms[position] ?? [],
      exemplar_ids: (exemplars[group] ?? []).map((question) => corpus.idOf(question)),
    })),
    groupsTotal: order.length,
    lookAlikes: findLookAlikes(corpus),
  };

  function nameClusters(): Grouped {
    const { k = 0, of = new Int32Array(0) } = clusters ?? {};
    const unnamed = countSizes(
      Array.from({ length: k }, () => ''),
      of,
    );
    const naming = characteristicTerms(vocabulary, unnamed, [...unnamed.sizes.keys()], NAMING_TERMS);
    const names = naming.map((list, cluster) => `${cluster + 1}: ${list.map(({ term }) => term).join(', ')}`);
    return { ...unnamed, names };
  }

  function countWithoutTerms(): number {
    let count = 0;
    for (let question = 0; question < corpus.count; question += 1) {
      if (vocabulary.termsOf(question).length === 0) count += 1;
    }
    return count;
  }
}

/** Compares the questions that have both a label and a cluster. */
function compare(clusters: Clusters, grouped: Grouped, declared: Grouped): Comparison {
  const order = bySize(declared);
  const rowOf = new Int32Array(declared.names.length);
  for (const [row, label] of order.entries()) rowOf[label] = row;
  const table = order.map(() => Array.from({ length: clusters.k }, () => 0));
  for (let question = 0; question < declared.of.length; question += 1) {
    const [label, cluster] = [declared.of[question] ?? NONE, clusters.of[question] ?? NONE];
    if (label === NONE || cluster === NONE) continue;
    const row = table[rowOf[label] ?? 0] ?? [];
    row[cluster] = (row[cluster] ?? 0) + 1;
  }
  return {
    clusters,
    grouped,
    declared: order.map((label) => declared.names[label] ?? ''),
    table,
    adjusted_rand: adjustedRand(table),
    nmi: normalisedMutualInformation(table),
  };
}
