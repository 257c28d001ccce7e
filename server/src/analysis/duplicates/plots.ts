import type { GraphDraft, HistogramDraft, PlotDraft } from '../../domain/analysis/plot.ts';
import type { Relation } from '../../domain/likeness/judge.ts';
import { say } from '../../domain/sentences/sentence.ts';
import { questionCases } from '../cases.ts';
import { answerOf } from './chunk.ts';
import { SHOWN_FROM, STEP, STEPS } from './joins/near-join.ts';
import type { Survey } from './survey.ts';

/** More nodes would be unlabelled dots. */
const MAX_NODES = 40;
const LABEL = 40;

export function drawPlots(survey: Survey): PlotDraft[] {
  return [drawLikeness(survey), drawGroups(survey)];
}

/** Each question by its likeness to the most similar one. */
function drawLikeness({ compared: { best }, groups, parameters: { threshold } }: Survey): HistogramDraft {
  const counts = Array.from({ length: STEPS }, () => 0);
  const isExact = new Uint8Array(best.length);
  for (const { rows } of groups) {
    for (const { relation, member, keep } of rows) if (relation === 'exact') isExact[member] = isExact[keep] = 1;
  }
  for (const [question, likeness] of best.entries()) {
    const step = isExact[question] === 1 ? STEPS : likeness;
    if (step > 0) counts[step - 1] = (counts[step - 1] ?? 0) + 1;
  }
  const n = counts.reduce((sum, bin) => sum + bin, 0);
  const above = counts.reduce((sum, bin, index) => sum + (SHOWN_FROM + index * STEP >= threshold - 1e-9 ? bin : 0), 0);
  return {
    id: 'likeness',
    kind: 'histogram',
    title: say('plots.duplicates.likeness.title'),
    description: say('plots.duplicates.likeness.description', { questions: n, from: SHOWN_FROM, above, threshold }),
    n,
    cases: questionCases(n),
    x: { label: say('plots.duplicates.likeness.x'), unit: null },
    y: { label: say('plots.questions'), unit: say('plots.questions_unit') },
    bins: counts.map((bin, index) => ({
      from: round(SHOWN_FROM + index * STEP),
      to: round(SHOWN_FROM + (index + 1) * STEP),
      count: bin,
    })),
    lines: [{ at: threshold, label: say('plots.duplicates.likeness.line') }],
  };
}

const round = (value: number) => Math.round(value * 1000) / 1000;

/** The most important groups, each as a star around the kept question. */
function drawGroups({ groups, corpus, compared: { sets } }: Survey): GraphDraft {
  const nodes: GraphDraft['nodes'][number][] = [];
  const links: GraphDraft['links'][number][] = [];
  let drawn = 0;
  for (const { keep, rows, relation, number } of groups) {
    if (nodes.length + rows.length + 1 > MAX_NODES) continue;
    drawn += 1;
    const idOf = (question: number) => `${number}:${corpus.idOf(question)}`;
    const node = (question: number, compared: number, size: number) => ({
      id: idOf(question),
      label: labelOf(question, compared),
      group: nameOf(relation),
      size,
    });
    nodes.push(node(keep, keep, 2), ...rows.map(({ member, compared }) => node(member, compared, 1)));
    links.push(
      ...rows.map(({ member, likeness }) => ({ source: idOf(keep), target: idOf(member), value: round(likeness) })),
    );
  }
  return {
    id: 'groups',
    kind: 'graph',
    title: say('plots.duplicates.groups.title'),
    description: say('plots.duplicates.groups.description', { drawn, all: groups.length }),
    n: nodes.length,
    cases: questionCases(nodes.length),
    ...(drawn < groups.length && {
      note: say('plots.duplicates.groups.note', { drawn, all: groups.length }),
    }),
    groups: COLOURED,
    nodes,
    links,
  };

  function labelOf(question: number, compared: number): string {
    const { tokens, start, end } = sets.of(compared);
    const significant = Array.from(tokens.subarray(start, Math.min(end, start + 2)), (word) => sets.words[word] ?? '');
    return `${significant.join(' ')}: ${answerOf(corpus, question).join(' ')}`.slice(0, LABEL);
  }
}

const nameOf = (relation: Relation) => say(`terms.relation.${relation}`);

/** Contradictions have the colour of warnings. */
const COLOURED = (['near', 'conflict', 'exact', 'answer_variant', 'sibling'] as const).map(nameOf);
