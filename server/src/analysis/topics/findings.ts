import { OR_DISMISS } from '../dismissed.ts';
import { type Finding, inOrder, note } from '../finding.ts';
import { decimal, listNames, numbered, percent } from '../wording.ts';
import type { Survey } from './survey.ts';
import { labelNoun, labelNouns } from './wording.ts';

const TOLD_GROUPS = 4;
const TOLD_TERMS = 3;
const TOLD_MOVES = 3;
const TOLD_LOOK_ALIKES = 3;

/** What a person would say of the set, what is to be done first. */
export function tellFindings(survey: Survey): Finding[] {
  const told = [tellFiling(survey), tellClusters(survey), tellTerms(survey), tellWordless(survey)];
  return inOrder([
    ...tellMisfiled(survey),
    tellLookAlikes(survey),
    ...told.map((text) => (text === null ? null : note(text))),
  ]);
}

function tellMisfiled({ filing, parameters, questions }: Survey): Finding[] {
  const [clearest] = filing.misfiled;
  if (filing.labels.length < 2) {
    return [
      note(
        `With ${numbered(filing.labels.length)} ${labelNoun(parameters.group_by)} to compare, none of ${numbered(questions, 'question')} can be called misfiled.`,
      ),
    ];
  }
  if (filing.cut === null) {
    return [
      note(
        `Words do not tell the ${labelNouns(parameters.group_by)} apart well enough to call any of ${numbered(questions, 'question')} misfiled.`,
      ),
    ];
  }
  if (clearest === undefined) return [note(`None of ${numbered(filing.judged, 'question')} looks misfiled.`)];
  const one = filing.count === 1;
  const named = clearest.terms.slice(0, TOLD_TERMS).map(({ term }) => `"${term}"`);
  return [
    {
      severity: 'warning',
      text: `${numbered(filing.count)} of ${numbered(filing.judged, 'question')} (${percent(filing.count / filing.judged)}) ${one ? 'looks' : 'look'} misfiled, ${tellMoves(filing.misfiled)}.`,
      next_step: `Look at the rows, the clearest first, and move what is wrong to the ${labelNoun(parameters.group_by)} that its words point to. ${OR_DISMISS}`,
      count: filing.misfiled.length,
      rows: {},
    },
    note(
      `The clearest is filed under ${clearest.declared}, but ${listNames(named)} ${named.length === 1 ? 'points' : 'point'} to ${clearest.suggested}.`,
    ),
  ];
}

/** The commonest move, or the clearest few where none is common. */
function tellMoves(misfiled: Survey['filing']['misfiled']): string {
  const counts = new Map<string, number>();
  for (const { declared, suggested } of misfiled) {
    const move = `from ${declared} to ${suggested}`;
    counts.set(move, (counts.get(move) ?? 0) + 1);
  }
  const [move, times] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
  return times > 1 ? `most often ${move} (${numbered(times)})` : listNames([...counts.keys()].slice(0, TOLD_MOVES));
}

/** They stay two groups in everything else that is told. */
function tellLookAlikes({ lookAlikes }: Survey): Finding | null {
  if (lookAlikes.length === 0) return null;
  const told = lookAlikes
    .slice(0, TOLD_LOOK_ALIKES)
    .map(({ names }) => listNames(names.map(({ name, questions }) => `"${name}" (${numbered(questions)})`)));
  const rest = lookAlikes.length - told.length;
  const more = rest === 0 ? '' : `; and ${numbered(rest)} more`;
  return {
    severity: 'warning',
    text: `Names that differ only in case, spaces or accents are counted apart: ${told.join('; ')}${more}.`,
    next_step: 'Give the questions of each the same name.',
    count: null,
    rows: null,
  };
}

function tellFiling({ filing, parameters }: Survey): string | null {
  if (filing.agreement === null) return null;
  return `For ${percent(filing.agreement)} of the questions the words alone point to the declared ${labelNoun(parameters.group_by)}.`;
}

/** Our own words for the adjusted Rand index. */
const AGREEMENTS = [
  { below: 0.05, word: 'have next to nothing to do with' },
  { below: 0.3, word: 'agree little with' },
  { below: 0.65, word: 'agree in part with' },
] as const;
const SAME = { word: 'agree well with' };
/** Below it clusters are hardly more than a convenient division (Kaufman and Rousseeuw 1990). */
const NO_STRUCTURE = 0.25;

function tellClusters({ comparison, parameters }: Survey): string | null {
  const { adjusted_rand, clusters } = comparison ?? {};
  if (adjusted_rand === undefined || adjusted_rand === null || clusters === undefined) return null;
  const { word } = AGREEMENTS.find(({ below }) => adjusted_rand < below) ?? SAME;
  const apart =
    clusters.silhouette !== null && clusters.silhouette < NO_STRUCTURE
      ? ` and hardly stand apart (silhouette ${decimal(clusters.silhouette)} of 1)`
      : '';
  return `Sorted by their words alone, the questions fall into ${numbered(clusters.k, 'cluster')} that ${word} the ${labelNouns(parameters.group_by)} (adjusted Rand index ${decimal(adjusted_rand)}; 1 is the same, 0 chance)${apart}.`;
}

function tellTerms({ groups }: Survey): string | null {
  const told = groups.slice(0, TOLD_GROUPS).filter(({ terms }) => terms.length > 0);
  if (told.length === 0) return null;
  const each = told.map(
    ({ label, terms }) => `${label} by ${listNames(terms.slice(0, TOLD_TERMS).map(({ term }) => term))}`,
  );
  return `What gives the ${told.length === 1 ? 'group' : `${numbered(told.length)} largest groups`} away: ${each.join('; ')}.`;
}

function tellWordless({ withoutTerms, questions }: Survey): string | null {
  if (withoutTerms === 0) return null;
  return `${numbered(withoutTerms)} of ${numbered(questions, 'question')} ${withoutTerms === 1 ? 'has' : 'have'} no word that others share, so that nothing is told of ${withoutTerms === 1 ? 'it' : 'them'}.`;
}
