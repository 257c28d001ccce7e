import { describe, expect, it } from 'vitest';
import planted from '../../../demo/planted.json' with { type: 'json' };
import { FLAW_RULES } from '../../domain/flaws/lint.ts';
import { readLanguage } from '../../sentences/languages.ts';
import { writeFinding, writeResult } from '../../sentences/settle.ts';
import type { TextRow } from '../analysis-type.ts';
import { DEFAULTS, DEMO, textRow, USUAL } from './bank.fixture.ts';
import { findings } from './findings.ts';
import { judged } from './judged.ts';
import { surveyFlaws } from './survey.ts';
import { tallyRows } from './tally.ts';

function survey(rows: readonly TextRow[], parameters = USUAL) {
  return surveyFlaws(tallyRows(judged({ source: 'texts', rows }, parameters), parameters), parameters);
}

const many = (count: number, given: Partial<TextRow> = {}) =>
  Array.from({ length: count }, (_, index) => textRow(index, given));

const writtenFindings = (...given: Parameters<typeof survey>) => findings(survey(...given)).map(writeFinding);
const sentencesOf = (...given: Parameters<typeof survey>) => writtenFindings(...given).map(({ text }) => text);

describe('findings', () => {
  it('name every planted flaw of the demo bank, errors first', () => {
    const sentences = sentencesOf(DEMO, DEFAULTS);
    expect(sentences).toEqual([
      '2 of 239 questions (0.8%) need options that are missing.',
      '2 of 239 questions (0.8%) have damaged characters or markup.',
      '1 of 239 questions (0.4%) gives its answer away in the question.',
      '1 of 239 questions (0.4%) has "all" or "none of the above" as its answer.',
      '11 other rules raise 16 flags: empty or a placeholder (1), negative wording (3), more than one right answer (2) and 8 others.',
      '217 of 239 questions (90.8%) pass every rule.',
    ]);
  });

  it('link to the rows of every planted flaw of the demo bank, each with a next step', () => {
    const found = writtenFindings(DEMO, DEFAULTS).slice(0, -1);
    const rules = found.flatMap(({ rows }) => rows?.['rule'] ?? []);
    expect(rules).toEqual(expect.arrayContaining(planted.flaws.map(({ rule }) => rule)));
    expect(new Set(rules).size).toBe(rules.length);
    expect(found.every(({ next_step }) => /\w.*\.$/u.test(next_step ?? ''))).toBe(true);
    expect(found.map(({ severity }) => severity)).toEqual(found.map(({ severity }) => severity).toSorted());
  });

  it('say that nothing was found', () => {
    expect(sentencesOf(many(12))).toEqual(['No rule found anything to fix in 12 questions.']);
    expect(sentencesOf(many(1))).toEqual(['No rule found anything to fix in 1 question.']);
  });

  it('use the singular for one question', () => {
    expect(sentencesOf(many(1, { correct_answer: 'True' }))).toEqual([
      '1 of 1 question (100%) can be answered with true or false, or yes or no.',
      'No question passes every rule.',
    ]);
  });

  it('are sorted by severity, then by frequency', () => {
    const rows = [
      ...many(5, { correct_answer: 'True' }),
      ...many(3, { question_text: 'Which animal is not a bird?' }),
      ...many(4, { question_text: 'Name a planet.' }),
      textRow(0, { question_text: 'Is Mercury a planet?' }),
      ...many(7),
    ];
    expect(sentencesOf(rows)).toEqual([
      '1 of 20 questions (5%) gives its answer away in the question.',
      '4 of 20 questions (20%) have more than one right answer.',
      '3 of 20 questions (15%) are worded negatively.',
      '5 of 20 questions (25%) can be answered with true or false, or yes or no.',
      '7 of 20 questions (35%) pass every rule.',
    ]);
  });

  it('have the words of every rule, and its title and hint as in the API', () => {
    const { flaw, flaw_title, flaw_hint } = readLanguage('en')['terms'] as Record<string, Record<string, string>>;
    expect(Object.keys(flaw ?? {}).toSorted()).toEqual(FLAW_RULES.map((rule) => rule.id).toSorted());
    expect(flaw_title).toEqual(Object.fromEntries(FLAW_RULES.map(({ id, title }) => [id, title])));
    expect(flaw_hint).toEqual(Object.fromEntries(FLAW_RULES.map(({ id, fix_hint }) => [id, fix_hint])));
  });
});

describe('plots', () => {
  const { plots } = writeResult(survey(DEMO, DEFAULTS));

  it('show the flaws by rule and by category, and the kinds of answer', () => {
    expect(plots.map(({ id, kind, n }) => [id, kind, n])).toEqual([
      ['flaws-by-rule', 'bars', 239],
      ['flaws-by-category', 'heat_map', 239],
      ['answer-types', 'bars', 239],
    ]);
  });

  it('describe their most important numbers in words', () => {
    expect(plots.map((plot) => plot.description)).toEqual([
      '15 rules found something. Most frequent: Negative wording 1.3%, More than one right answer 0.8% and Grammar gives a hint 0.8% of 239 questions.',
      '15 rules by 6 categories. Highest: Written in capitals in Astronomy (2.7%), Does not ask a question in Mathematics (2.6%) and More than one blank in Mathematics (2.6%).',
      'Of 239 answers: entity 79.9%, number 15.1%, year 2.1%, formula 1.3%, list 0.8%, boolean 0.4% and phrase 0.4%.',
    ]);
  });

  it('have a value for each rule and category', () => {
    const heat = plots.find((plot) => plot.kind === 'heat_map');
    expect(heat?.values.map((row) => row.length)).toEqual(heat?.y.values.map(() => heat.x.values.length));
    expect(heat?.x.values).toHaveLength(6);
    const bars = plots.find((plot) => plot.kind === 'bars');
    expect(bars?.series[0]?.values).toEqual(
      (bars?.series[0]?.values ?? []).toSorted((left, right) => Number(right) - Number(left)),
    );
    expect(bars?.x.values).toHaveLength(bars?.series[0]?.values.length ?? -1);
  });

  it('show only the kinds of answer for a bank without flaws', () => {
    expect(survey(many(3)).plots.map((plot) => plot.id)).toEqual(['answer-types']);
  });

  it('leave out categories that would be unreadable, and say so', () => {
    const rows = Array.from({ length: 25 }, (_, index) =>
      textRow(index, { category: `C${index}`, correct_answer: 'True' }),
    );
    const heat = writeResult(survey(rows)).plots.find((plot) => plot.kind === 'heat_map');
    expect(heat?.x.values).toHaveLength(20);
    expect(heat?.description).toContain('Not drawn: 5 smaller categories.');
  });
});
