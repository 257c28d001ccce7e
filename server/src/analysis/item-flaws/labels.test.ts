import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeWithShared, sharedData } from '../../../test/shared-data.ts';
import { compileLinter, FLAW_RULES, type FlawRule, type LintQuestion } from '../../domain/flaws/lint.ts';

type Label = 'true' | 'borderline' | 'false';
type LabelledFlag = Omit<LintQuestion, 'language'> & { rule: string; label: Label };
type LabelledQuestion = Omit<LintQuestion, 'language'> & {
  row_id: string;
  rules_judged: string[];
  should_fire: string[];
};

const linter = compileLinter();
const tableRows = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8')
  .split('\n')
  .map((line) => line.replace(/ +/gu, ' '));

function readLabels<Row>(name: string): Row[] {
  const lines = readFileSync(sharedData('labels', name), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

function firedRules(question: Omit<LintQuestion, 'language'>): string[] {
  return linter.explain({ ...question, language: 'en' }).map((flag) => flag.rule);
}

/** Wilson's 95% interval of a share. */
function interval(hits: number, of: number): readonly [number, number] {
  const z = 1.96;
  const [share, scale] = [hits / of, 1 + z ** 2 / of];
  const centre = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return [Math.max(0, (centre - half) / scale), Math.min(1, (centre + half) / scale)];
}

/** Rules that miss true flags, because those resemble false ones too closely. */
const LOW_RECALL = ['fill_in_blank', 'unfocused_stem', 'word_repeat'];

describeWithShared('labels', 'the labelled flags', () => {
  const flags = readLabels<LabelledFlag>('flaws_build.jsonl').map((row) => ({
    ...row,
    kept: firedRules(row).includes(row.rule),
  }));

  function judge({ id, hint, severity }: FlawRule) {
    const own = flags.filter(({ rule }) => rule === id);
    const count = (label: Label) => own.filter((row) => row.label === label).length;
    const kept = (label: Label) => own.filter((row) => row.label === label && row.kept).length;
    const [right, borderline, wrong] = [kept('true'), kept('borderline'), kept('false')];
    const all = right + borderline + wrong;
    const [low, high] = interval(right, all);
    const range = `${low.toFixed(2)} to ${high.toFixed(2)}`;
    const [state, precision] = [hint === true ? 'hint' : 'on', right / all];
    const row = `| \`${id}\` | ${severity} | ${state} | ${right} of ${count('true')} | ${borderline} of ${count('borderline')} | ${wrong} of ${count('false')} |`;
    return {
      all,
      precision,
      recall: right / count('true'),
      row: all === 0 ? `${row} – | – |` : `${row} ${precision.toFixed(2)} | ${range} |`,
    };
  }

  const labelled = FLAW_RULES.filter(({ id }) => flags.some(({ rule }) => rule === id));

  describe.each(labelled)('of $id', (rule) => {
    const { all, precision, recall, row } = judge(rule);

    it.runIf(rule.hint !== true && all > 0)('are mostly true, as the rule is on by default', () => {
      expect(precision).toBeGreaterThanOrEqual(rule.severity === 'error' ? 0.9 : 0.8);
    });

    it.runIf(recall >= 0)('are mostly found if they are true', () => {
      expect(recall >= 0.7).toBe(!LOW_RECALL.includes(rule.id));
    });

    it('match the table of the README', () => {
      expect(tableRows).toContain(row);
    });
  });
});

describeWithShared('labels', 'the randomly drawn labelled questions', () => {
  const drawn = readLabels<LabelledQuestion>('flaws_random_build.jsonl');

  it('are flagged correctly by the rules they were judged by, except for known errors', () => {
    const differences = drawn.flatMap((question) => {
      const fired = firedRules(question).filter((rule) => question.rules_judged.includes(rule));
      const missed = question.should_fire.filter((rule) => !fired.includes(rule));
      const surplus = fired.filter((rule) => !question.should_fire.includes(rule));
      return [
        ...missed.map((rule) => `${question.row_id} misses ${rule}`),
        ...surplus.map((rule) => `${question.row_id} has ${rule}`),
      ];
    });
    expect(drawn).toHaveLength(100);
    expect(drawn.flatMap(({ should_fire }) => should_fire)).toHaveLength(16);
    expect(differences).toEqual([
      'combined:24325 misses option_dependent',
      'combined:34744 misses more_than_one_correct',
    ]);
  });
});
