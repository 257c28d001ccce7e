import { describe, expect, it } from 'vitest';
import type { TextRow } from '../analysis-type.ts';
import { DEMO, meaninglessRows, revealingRows, row } from './bank.fixture.ts';
import { difficultyCheck } from './index.ts';
import { isParameters, run, withDefaults } from './run.fixture.ts';

const codes = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);

describe('parameters', () => {
  it('all have defaults', () => {
    expect(withDefaults({})).toEqual({
      basis: 'auto',
      folds: 5,
      flag_confidence: 0.8,
      sample: 200_000,
      top_n: 50,
      seed: 1,
    });
  });

  it.each([
    { basis: 'guess' },
    { folds: 1 },
    { folds: 11 },
    { flag_confidence: 0.4 },
    { flag_confidence: 1 },
    { sample: 99 },
    { top_n: 0 },
    { top_n: 501 },
    { seed: -1 },
    { min_responses: 30 },
  ])('reject %j', (given) => {
    expect(isParameters(given)).toBe(false);
  });

  it('reject responses while none are stored, and say why', () => {
    expect(difficultyCheck.checkParameters?.(withDefaults({ basis: 'responses' }))).toEqual([
      { pointer: '/basis', detail: 'Responses are not stored yet, so levels can only be compared with the text.' },
    ]);
    expect(difficultyCheck.checkParameters?.(withDefaults({ basis: 'text' }))).toEqual([]);
  });
});

describe('questions whose words reveal the level', () => {
  const wrong = new Set([3, 50, 120, 200, 299]);
  const rows = revealingRows(300, wrong);

  it('are distinguished, and those with another declared level are flagged', async () => {
    const { result, items, findings, fullFindings } = await run(rows, { flag_confidence: 0.6 });
    expect(result.summary).toMatchObject({ questions: 300, sampled: 300, usable: true, flagged: wrong.size });
    expect(result.skill?.low).toBeGreaterThan(0.4);
    expect(new Set(items.map(({ question_id }) => question_id))).toEqual(
      new Set([...wrong].map((index) => rows[index]?.id)),
    );
    const [first] = items;
    const flagged = rows.find(({ id }) => id === first?.question_id);
    expect(first).toMatchObject({ question_text: flagged?.question_text, correct_answer: 'A thing', version: 1 });
    expect(result.flagged.map(({ question_id }) => question_id)).toEqual(items.map(({ question_id }) => question_id));
    expect(fullFindings[0]).toMatchObject({
      severity: 'warning',
      text: '5 of 300 questions are worded like a level other than the declared one (probability at least 60%): worth a look, not a verdict.',
      next_step: expect.stringMatching(/^Read the rows/),
      count: 5,
      rows: {},
    });
    expect(findings[1]).toMatch(
      /^The texts predict the levels well: a model that reads only the texts finds the declared level for 9\d(\.\d)?%, and always saying [A-Z][a-z]+ is right for \d/,
    );
  });

  it('are listed with their evidence, most probable first', async () => {
    const { items } = await run(rows, { flag_confidence: 0.6 });
    const sure = items.map(({ probability }) => probability);
    expect(sure).toEqual(sure.toSorted((left, right) => right - left));
    const cues = ['colour', 'capital', 'quantum'];
    for (const { declared, suggested, evidence } of items) {
      expect(declared).not.toBe(suggested);
      const words = evidence.map(({ feature }) => feature).join(' ');
      expect(words).toContain(cues[suggested]);
      expect(words).not.toContain(cues[declared]);
      const weights = evidence.map(({ weight }) => weight);
      expect(weights).toEqual(weights.toSorted((left, right) => right - left));
    }
  });

  it('name the cues of each level', async () => {
    const { result } = await run(rows);
    const cues = (level: number) => result.features.filter((one) => one.level === level).map(({ feature }) => feature);
    expect(cues(0)).toContain('"colour of"');
    expect(cues(1)).toContain('"capital"');
    expect(cues(2)).toContain('"quantum theorem"');
    expect(cues(0)).not.toContain('"quantum"');
  });

  it('are limited to top_n in the result, but not in the items', async () => {
    const { result, items } = await run(rows, { flag_confidence: 0.6, top_n: 2 });
    expect(result.flagged).toHaveLength(2);
    expect(items).toHaveLength(5);
    expect(result.features).toHaveLength(6);
  });

  it('are flagged outside the sample, too', async () => {
    const { result, items } = await run(rows, { flag_confidence: 0.6, sample: 150 });
    expect(result.summary).toMatchObject({ questions: 300, usable: true });
    expect(result.summary.sampled).toBeGreaterThanOrEqual(148);
    expect(result.summary.sampled).toBeLessThanOrEqual(150);
    expect(codes(result.warnings)).toEqual(['sampled']);
    expect(new Set(items.map(({ question_id }) => question_id))).toEqual(
      new Set([...wrong].map((index) => rows[index]?.id)),
    );
  });

  it('have plots with descriptions for screen readers', async () => {
    const { result } = await run(rows);
    expect(result.plots.map(({ id, kind, n }) => [id, kind, n])).toEqual([
      ['what-tells-the-level', 'bars', 300],
      ['declared-by-suggested', 'heat_map', 300],
      ['declared-probability', 'histogram', 300],
      ['reliability', 'bars', 300],
      ['strongest-features', 'bars', 300],
    ]);
    const histogram = result.plots.find((plot) => plot.kind === 'histogram');
    if (histogram === undefined) throw new Error('expected a histogram');
    expect(histogram.bins.reduce((sum, { count }) => sum + count, 0)).toBe(300);
    // All but the five with another declared level are in the upper half.
    expect(histogram.bins.slice(0, 10).reduce((sum, { count }) => sum + count, 0)).toBe(wrong.size);
  });

  it('need not be English, and may contain __proto__', async () => {
    const words = ['__proto__', 'Цвет', 'constructor'];
    const strange = Array.from({ length: 240 }, (_, index) =>
      row(index, {
        question_text: `${words[index % 3]} ${index}`,
        category: index % 2 === 0 ? '__proto__' : 'constructor',
        topic_focus: 'toString',
      }),
    );
    const { result } = await run(strange);
    expect(result.summary.usable).toBe(true);
    expect(result.features.map(({ feature }) => feature)).toEqual(
      expect.arrayContaining(['"proto"', '"цвет"', '"constructor"']),
    );
  });
});

describe('sets that cannot be checked', () => {
  const expectNoFlags = async (rows: readonly TextRow[], code: string) => {
    const { result, items, findings } = await run(rows);
    expect(result.summary.usable).toBe(false);
    expect(result.summary.flagged).toBe(0);
    expect([result.flagged, result.features, items]).toEqual([[], [], []]);
    expect(codes(result.warnings)).toContain(code);
    return { result, findings };
  };

  it('have one level', async () => {
    const rows = revealingRows(300).map((one) => ({ ...one, difficulty: 1 }));
    const { result, findings } = await expectNoFlags(rows, 'one_level');
    expect(result).toMatchObject({ agreement: null, skill: null, calibration: null, plots: [] });
    expect(findings).toEqual(['The levels of 300 questions cannot be checked: all are declared Intermediate.']);
  });

  it('are empty, or have one or two questions', async () => {
    await expectNoFlags([], 'one_level');
    await expectNoFlags([row(0)], 'one_level');
    await expectNoFlags([row(0, { question_text: '', correct_answer: '' }), row(1)], 'too_few');
  });

  it('have fewer than 100 texts, however many copies', async () => {
    const { findings } = await expectNoFlags(revealingRows(99), 'too_few');
    expect(findings[0]).toContain('there are 99 different texts; 100 different texts');
    expect((await run(revealingRows(100))).result.summary.usable).toBe(true);
    const copies = revealingRows(500).map((one, index) => ({ ...one, question_text: `Copy ${index % 60}` }));
    await expectNoFlags(copies, 'too_few');
  });

  it('have fewer than 10 questions of a level', async () => {
    const rows = revealingRows(300).map((one, index) => ({ ...one, difficulty: index < 9 ? 2 : index % 2 }));
    const { findings } = await expectNoFlags(rows, 'too_few');
    expect(findings).toEqual([
      'The levels cannot be checked from the texts: Advanced has 9 questions; 100 different texts and 10 questions of each level in use are needed.',
    ]);
    const few = revealingRows(300).map((one, index) => ({ ...one, difficulty: index < 1 ? 1 : 0 }));
    expect((await expectNoFlags(few, 'too_few')).findings[0]).toContain('texts: Intermediate has 1 question; 100');
    const two = revealingRows(300).filter(({ difficulty }) => difficulty < 2);
    expect((await run(two)).result.summary.usable).toBe(true);
  });

  it('have words that do not depend on the level', async () => {
    const { result, findings } = await expectNoFlags(meaninglessRows(300, 1), 'no_skill');
    expect(result.skill?.low).toBeLessThanOrEqual(0);
    expect(findings[0]).toMatch(
      /^The texts do not predict the levels of this set: a model that reads only the texts finds the declared level for /,
    );
    expect(findings[1]).toMatch(/^No question is flagged\. That is no evidence against the declared levels/);
    expect(result.plots.map(({ id }) => id)).toEqual(['what-tells-the-level', 'declared-by-suggested', 'reliability']);
  });

  it('have levels that follow category and topic, which the words only repeat', async () => {
    // Each topic has its own words and, except for every tenth question, its own level: the text reveals where a
    // question is filed.
    const rows = meaninglessRows(600, 5).map((one, index) => {
      const level = index % 3;
      return {
        ...one,
        difficulty: index % 10 === 0 ? (level + 1) % 3 : level,
        topic_focus: ['Colours', 'Capitals', 'Quanta'][level] ?? null,
        question_text: `${index % 4 === 0 ? '' : ['colour', 'capital', 'quantum'][level]} ${one.question_text}`,
      };
    });
    const { result, findings } = await expectNoFlags(rows, 'no_skill');
    expect(result.agreement?.baselines.within_labels).toBeCloseTo(0.9, 2);
    expect(result.agreement?.accuracy).toBeGreaterThan(0.6);
    expect(result.skill?.high).toBeLessThan(0);
    expect(findings[0]).toMatch(
      /^Category and topic explain the levels, and the texts add nothing measurable: .* finds the declared level for [67]\d(\.\d)?%, and the most frequent level of each category and topic is right for 90%/,
    );
    const unfiled = await run(rows.map((one) => ({ ...one, topic_focus: null })));
    expect(unfiled.result.summary.usable).toBe(true);
  });

  it('have no words', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => row(index, { question_text: '?', correct_answer: '!' }));
    await expectNoFlags(rows, 'too_few');
  });
});

describe('the demo bank', () => {
  it('predicts its levels to some extent, with flags worth a look', async () => {
    const { result, findings, items } = await run(DEMO, { flag_confidence: 0.7 });
    expect(result.summary).toMatchObject({ questions: 239, sampled: 239, distinct_texts: 237, usable: true });
    expect(result.skill?.low).toBeGreaterThan(0);
    expect(result.skill?.high).toBeLessThan(0.3);
    expect(findings).toHaveLength(4);
    const bars = result.plots.find((plot) => plot.id === 'reliability');
    const full = result.calibration?.bins.filter(({ questions }) => questions >= 10) ?? [];
    expect(full.length).toBeLessThan(result.calibration?.bins.length ?? 0);
    if (bars?.kind !== 'bars') throw new Error('expected reliability as bars');
    expect(bars.series.map(({ values }) => values.length)).toEqual([full.length, full.length]);
    for (const [index, { questions }] of full.entries()) {
      expect(bars.x.values[index]).toMatch(new RegExp(`: ${questions} questions$`, 'u'));
    }
    expect(bars.description).toContain(`Left out: ${(result.calibration?.bins.length ?? 0) - full.length} group`);
    expect(items.map(({ question_text }) => question_text)).toContain('How many lines does a sonnet have?');
    expect(items.length).toBeLessThan(12);
  });
});

describe('copies', () => {
  it('are in one fold, so that none is predicted from another', async () => {
    // 150 meaningless texts, five copies of each with the same level: a model that saw one knows the other four.
    const texts = meaninglessRows(150, 3);
    const rows = Array.from({ length: 5 }, () => texts)
      .flat()
      .map((one, index) => ({ ...one, id: row(index).id }));
    const { result } = await run(rows);
    expect(result.summary).toMatchObject({ questions: 750, distinct_texts: 150, usable: false });
    expect(result.agreement?.accuracy).toBeLessThan(0.45);
  });
});

describe('the type', () => {
  it('reads only texts', () => {
    expect(() => difficultyCheck.map({ source: 'cells', rows: [] }, withDefaults({}), 0)).toThrow('not from cells');
  });

  it('presents a deleted question without its text', () => {
    const body = JSON.stringify({ declared: 0, suggested: 2, probability: 0.9, evidence: [] });
    expect(difficultyCheck.presentItem?.({ question_id: 'q', version: 2, body }, null, withDefaults({}), [])).toEqual({
      question_id: 'q',
      version: 2,
      declared: 0,
      suggested: 2,
      probability: 0.9,
      evidence: [],
      question_text: null,
      correct_answer: null,
      accepted_answers: null,
      incorrect_answers: null,
      category: null,
      difficulty: null,
    });
  });
});
