import { OR_DISMISS } from '../dismissed.ts';
import { type Finding, inOrder, note } from '../finding.ts';
import { decimal, listNames, numbered, percent } from '../wording.ts';
import type { Survey } from './survey.ts';
import { labelNoun, labelNouns } from './wording.ts';

const MAX_GROUPS = 4;
const MAX_TERMS = 3;
const MAX_MOVES = 3;
const MAX_LOOK_ALIKES = 3;

/** The findings, most urgent first. */
export function listFindings(survey: Survey): Finding[] {
  const notes = [describeFiling(survey), describeClusters(survey), describeTerms(survey), describeWordless(survey)];
  return inOrder([
    ...describeMisfiled(survey),
    describeLookAlikes(survey),
    ...notes.map((text) => (text === null ? null : note(text))),
  ]);
}

function describeMisfiled({ filing, parameters, questions }: Survey): Finding[] {
  const [clearest] = filing.misfiled;
  if (filing.labels.length < 2) {
    return [
      note(
        `With only ${numbered(filing.labels.length)} ${labelNoun(parameters.group_by)}, none of ${numbered(questions, 'question')} can be misfiled.`,
      ),
    ];
  }
  if (filing.cut === null) {
    return [
      note(
        `The words do not distinguish the ${labelNouns(parameters.group_by)} well enough to call any of ${numbered(questions, 'question')} misfiled.`,
      ),
    ];
  }
  if (clearest === undefined) return [note(`None of ${numbered(filing.judged, 'question')} looks misfiled.`)];
  const one = filing.count === 1;
  const named = clearest.terms.slice(0, MAX_TERMS).map(({ term }) => `"${term}"`);
  return [
    {
      severity: 'warning',
      text: `${numbered(filing.count)} of ${numbered(filing.judged, 'question')} (${percent(filing.count / filing.judged)}) ${one ? 'looks' : 'look'} misfiled, ${describeMoves(filing.misfiled)}.`,
      next_step: `Go through the rows, the clearest first, and move misfiled questions to the suggested ${labelNoun(parameters.group_by)}. ${OR_DISMISS}`,
      count: filing.misfiled.length,
      rows: {},
    },
    note(
      `The clearest is filed under ${clearest.declared}, but ${listNames(named)} ${named.length === 1 ? 'points' : 'point'} to ${clearest.suggested}.`,
    ),
  ];
}

/** The most common move, or the clearest few if none is common. */
function describeMoves(misfiled: Survey['filing']['misfiled']): string {
  const counts = new Map<string, number>();
  for (const { declared, suggested } of misfiled) {
    const move = `from ${declared} to ${suggested}`;
    counts.set(move, (counts.get(move) ?? 0) + 1);
  }
  const [move, times] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
  return times > 1 ? `most often ${move} (${numbered(times)})` : listNames([...counts.keys()].slice(0, MAX_MOVES));
}

/** They remain separate groups in all other findings. */
function describeLookAlikes({ lookAlikes }: Survey): Finding | null {
  if (lookAlikes.length === 0) return null;
  const named = lookAlikes
    .slice(0, MAX_LOOK_ALIKES)
    .map(({ names }) => listNames(names.map(({ name, questions }) => `"${name}" (${numbered(questions)})`)));
  const rest = lookAlikes.length - named.length;
  const more = rest === 0 ? '' : `; and ${numbered(rest)} more`;
  return {
    severity: 'warning',
    text: `Names that differ only in case, spaces or accents are counted separately: ${named.join('; ')}${more}.`,
    next_step: 'Rename them to one spelling.',
    count: null,
    rows: null,
  };
}

function describeFiling({ filing, parameters }: Survey): string | null {
  if (filing.agreement === null) return null;
  return `The words of ${percent(filing.agreement)} of the questions point to the declared ${labelNoun(parameters.group_by)}.`;
}

/** Our own names for ranges of the adjusted Rand index. */
const AGREEMENTS = [
  { below: 0.05, word: 'are almost unrelated to' },
  { below: 0.3, word: 'hardly agree with' },
  { below: 0.65, word: 'partly agree with' },
] as const;
const SAME = { word: 'agree well with' };
/** Below it clusters are hardly more than a convenient division (Kaufman and Rousseeuw 1990). */
const NO_STRUCTURE = 0.25;

function describeClusters({ comparison, parameters }: Survey): string | null {
  const { adjusted_rand, clusters } = comparison ?? {};
  if (adjusted_rand === undefined || adjusted_rand === null || clusters === undefined) return null;
  const { word } = AGREEMENTS.find(({ below }) => adjusted_rand < below) ?? SAME;
  const apart =
    clusters.silhouette !== null && clusters.silhouette < NO_STRUCTURE
      ? ` and hardly distinct (silhouette ${decimal(clusters.silhouette)} of 1)`
      : '';
  return `Grouped by their words alone, the questions form ${numbered(clusters.k, 'cluster')} that ${word} the ${labelNouns(parameters.group_by)} (adjusted Rand index ${decimal(adjusted_rand)}; 1 is identical, 0 is chance)${apart}.`;
}

function describeTerms({ groups }: Survey): string | null {
  const shown = groups.slice(0, MAX_GROUPS).filter(({ terms }) => terms.length > 0);
  if (shown.length === 0) return null;
  const each = shown.map(
    ({ label, terms }) => `${label}: ${listNames(terms.slice(0, MAX_TERMS).map(({ term }) => term))}`,
  );
  return `Typical words of the ${shown.length === 1 ? 'largest group' : `${numbered(shown.length)} largest groups`}: ${each.join('; ')}.`;
}

function describeWordless({ withoutTerms, questions }: Survey): string | null {
  if (withoutTerms === 0) return null;
  return `${numbered(withoutTerms)} of ${numbered(questions, 'question')} ${withoutTerms === 1 ? 'shares' : 'share'} no words with others, so ${withoutTerms === 1 ? 'it' : 'they'} could not be placed.`;
}
