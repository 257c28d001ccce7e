import type { SentenceValues } from '../../domain/sentences/write.ts';
import { type Finding, inOrder, note } from '../finding.ts';
import type { Survey } from './survey.ts';
import { labelOf } from './wording.ts';

const MAX_GROUPS = 4;
const MAX_TERMS = 3;
const MAX_MOVES = 3;
const MAX_LOOK_ALIKES = 3;

/** The findings, most urgent first. */
export function listFindings(survey: Survey): Finding[] {
  return inOrder([
    ...describeMisfiled(survey),
    describeLookAlikes(survey),
    describeFiling(survey),
    describeClusters(survey),
    describeTerms(survey),
    describeWordless(survey),
  ]);
}

function describeMisfiled({ filing, parameters, questions }: Survey): Finding[] {
  const label = labelOf(parameters.group_by);
  const [clearest] = filing.misfiled;
  if (filing.labels.length < 2) return [note('topics.one_label', { labels: filing.labels.length, label, questions })];
  if (filing.cut === null) return [note('topics.words_do_not_tell', { label, questions })];
  if (clearest === undefined) return [note('topics.none_misfiled', { questions: filing.judged })];
  const { declared, suggested, terms } = clearest;
  return [
    {
      severity: 'warning',
      code: 'topics.misfiled',
      values: {
        misfiled: filing.count,
        questions: filing.judged,
        share: filing.count / filing.judged,
        label,
        ...describeMoves(filing.misfiled),
      },
      count: filing.misfiled.length,
      rows: {},
    },
    note('topics.clearest', { declared, suggested, ...nameTerms(terms) }),
  ];
}

function nameTerms(terms: readonly { term: string }[]) {
  const named = terms.slice(0, MAX_TERMS).map(({ term }) => term);
  return { terms: named, n: named.length };
}

/** The most common move, or the clearest few if none is common. */
function describeMoves(misfiled: Survey['filing']['misfiled']): SentenceValues {
  const moves = new Map<string, { declared: string; suggested: string; times: number }>();
  for (const { declared, suggested } of misfiled) {
    const key = JSON.stringify([declared, suggested]);
    moves.set(key, { declared, suggested, times: (moves.get(key)?.times ?? 0) + 1 });
  }
  const all = [...moves.values()];
  const most = all.reduce((most, one) => (one.times > most.times ? one : most));
  return most.times > 1 ? { moved: 'often', moves: [most] } : { moved: 'once', moves: all.slice(0, MAX_MOVES) };
}

/** They remain separate groups in all other findings. */
function describeLookAlikes({ lookAlikes }: Survey): Finding | null {
  if (lookAlikes.length === 0) return null;
  const groups = lookAlikes.slice(0, MAX_LOOK_ALIKES).map(({ names }) => ({ names }));
  return {
    severity: 'warning',
    code: 'topics.look_alikes',
    values: { groups, more: lookAlikes.length - groups.length },
    count: null,
    rows: null,
  };
}

function describeFiling({ filing, parameters }: Survey): Finding | null {
  if (filing.agreement === null) return null;
  return note('topics.agreement', { share: filing.agreement, label: labelOf(parameters.group_by) });
}

/** Our own names for ranges of the adjusted Rand index. */
const AGREEMENTS = [
  { below: 0.05, agreement: 'none' },
  { below: 0.3, agreement: 'hardly' },
  { below: 0.65, agreement: 'partly' },
] as const;
const SAME = { agreement: 'well' };
/** Below it clusters are hardly more than a convenient division (Kaufman and Rousseeuw 1990). */
const NO_STRUCTURE = 0.25;

function describeClusters({ comparison, parameters }: Survey): Finding | null {
  const { adjusted_rand, clusters } = comparison ?? {};
  if (adjusted_rand === undefined || adjusted_rand === null || clusters === undefined) return null;
  const { agreement } = AGREEMENTS.find(({ below }) => adjusted_rand < below) ?? SAME;
  const { silhouette } = clusters;
  return note('topics.clusters', {
    clusters: clusters.k,
    agreement,
    label: labelOf(parameters.group_by),
    adjusted_rand,
    distinct: silhouette === null || silhouette >= NO_STRUCTURE,
    silhouette: silhouette ?? 0,
  });
}

function describeTerms({ groups }: Survey): Finding | null {
  const shown = groups.slice(0, MAX_GROUPS).filter(({ terms }) => terms.length > 0);
  if (shown.length === 0) return null;
  const named = shown.map(({ label: name, terms }) => ({ name, terms: nameTerms(terms).terms }));
  return note('topics.terms', { groups: named, n: named.length });
}

function describeWordless({ withoutTerms, questions }: Survey): Finding | null {
  return withoutTerms === 0 ? null : note('topics.wordless', { wordless: withoutTerms, questions });
}
