import { describe, expect, it } from 'vitest';
import type { Plot } from '../../domain/analysis/plot.ts';
import { caseCount } from '../../plots/head.ts';
import { writeResult } from '../../sentences/settle.ts';
import type { TextRow } from '../analysis-type.ts';
import type { TextStatisticsParameters } from './parameters.ts';
import { drawPlots } from './plots.ts';
import { defaults, demoRows, row } from './rows.fixture.ts';
import { surveyTexts } from './survey.ts';
import { tallyTexts } from './tally.ts';
import { STOP_WORDS } from './words/stop-words.ts';

function draw(rows: readonly TextRow[], given: Partial<TextStatisticsParameters> = {}): Plot[] {
  const parameters = { ...defaults, ...given };
  const plots = drawPlots(surveyTexts(tallyTexts(rows, parameters), parameters));
  return [...writeResult({ plots }).plots];
}

function find<Kind extends Plot['kind']>(plots: readonly Plot[], id: string, kind: Kind) {
  const plot = plots.find((candidate) => candidate.id === id);
  if (plot?.kind !== kind) throw new Error(`no ${kind} ${id}`);
  return plot as Extract<Plot, { kind: Kind }>;
}

describe('drawPlots', () => {
  it('shows every question once by length, with the median and the 95th percentile', () => {
    const plots = draw(demoRows);
    for (const id of ['question-length', 'answer-length']) {
      const { bins, n } = find(plots, id, 'histogram');
      expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(239);
      expect(n).toBe(239);
    }
    const { lines, x, description } = find(plots, 'question-length', 'histogram');
    expect(lines).toEqual([
      { at: 10, label: 'median' },
      { at: 16, label: '95%' },
    ]);
    expect(x).toEqual({ label: 'Length (last bar: 19 or more)', unit: 'words' });
    expect(description).toBe(
      'Half have at most 10 words, 95% at most 16; the shortest has 4, the longest 53. The last bar combines 1 text with 19 to 53 words.',
    );
  });

  it('does not mention a tail if there is none', () => {
    const { x, description } = find(draw([row({})]), 'question-length', 'histogram');
    expect(x.label).toBe('Length');
    expect(description).toBe('Half have at most 3 words, 95% at most 3; the shortest has 3, the longest 3.');
  });

  it('shows the question words of English questions, most frequent first', () => {
    const { x, series, n } = find(draw(demoRows), 'question-words', 'bars');
    expect([n, x.values]).toEqual([234, ['which', 'what', 'who', 'how', 'other']]);
    expect(series[0]?.values).toEqual([113, 83, 16, 15, 7]);
    expect(draw([row({ language: 'de' })]).map((plot) => plot.id)).not.toContain('question-words');
  });

  it('shows frequent meaningful words', () => {
    const { x } = find(draw(demoRows), 'top-words', 'bars');
    expect(x.values).toHaveLength(20);
    expect(x.values.filter((word) => STOP_WORDS.has(word))).toEqual([]);
    expect(x.values[0]).toBe('wrote');
  });

  it('compares at most 30 groups by their mean length', () => {
    const { x, series } = find(draw(demoRows, { group_by: 'difficulty' }), 'group-length', 'bars');
    expect(x.values.toSorted()).toEqual(['Advanced', 'Basic', 'Intermediate']);
    expect(series.map(({ name, values }) => [name, values.length])).toEqual([
      ['Questions', 3],
      ['Answers', 3],
    ]);
    const many = find(draw(demoRows, { group_by: 'topic' }), 'group-length', 'bars');
    expect([many.x.values.length, many.series[0]?.values.length]).toEqual([30, 30]);
    expect(many.note).toBe('The 30 largest of 34 groups are drawn.');
    expect(caseCount(many)).toMatch(/^n = \d+ questions$/);
  });

  it('gives every plot a unique id that is valid in a URL', () => {
    const ids = draw(demoRows, { group_by: 'category' }).map((plot) => plot.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9-]+$/.test(id))).toEqual([]);
  });
});
