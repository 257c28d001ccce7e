import { describe, expect, it } from 'vitest';
import { rowsOf, run as runCoverage } from '../analysis/coverage/run-coverage.fixture.ts';
import { meaninglessRows, revealingRows } from '../analysis/difficulty-check/bank.fixture.ts';
import { run as runDifficultyCheck } from '../analysis/difficulty-check/run.fixture.ts';
import { run as runDuplicates } from '../analysis/duplicates/run-duplicates.fixture.ts';
import { DEFAULTS, DEMO } from '../analysis/item-flaws/bank.fixture.ts';
import { itemFlaws } from '../analysis/item-flaws/index.ts';
import { demoRows, run as runComparison } from '../analysis/set-comparison/run-comparison.fixture.ts';
import { textStatistics } from '../analysis/text-statistics/index.ts';
import { defaults } from '../analysis/text-statistics/rows.fixture.ts';
import { run as runTopics, demoRows as topicRows } from '../analysis/topics/run-topics.fixture.ts';
import { type SentencesByPath, type SentenceValues, translate } from '../domain/sentences/write.ts';
import { LANGUAGES, writerOf } from './languages.ts';
import { type WrittenFinding, writeFinished } from './settle.ts';

interface Run {
  fullFindings: readonly WrittenFinding[];
  result: object;
}

const flaws = () => writeFinished(itemFlaws.finish(itemFlaws.map({ source: 'texts', rows: DEMO }, DEFAULTS), DEFAULTS));
const texts = (given: Partial<typeof defaults> = {}) => {
  const parameters = { ...defaults, ...given };
  const whole = textStatistics.map({ source: 'texts', rows: demoRows }, parameters);
  return writeFinished(textStatistics.finish(whole, parameters));
};
const asRun = ({ findings, result }: ReturnType<typeof flaws>): Run => ({ fullFindings: findings, result });
const cells = rowsOf('Art 0 - 20', 'Art 1 - 2', 'Law 0 - 40', 'Law 2 - 1');
const blueprint = [
  { category: 'Art', difficulty: 0, target_share: 0.5 },
  { category: 'Law', target_share: 0.5 },
];

const RUNS: readonly (readonly [string, () => Run | Promise<Run>])[] = [
  ['coverage', () => runCoverage(cells)],
  ['coverage, with a blueprint', () => runCoverage(cells, { blueprint })],
  ['item flaws', () => asRun(flaws())],
  ['duplicates', () => runDuplicates(demoRows)],
  ['topics', () => runTopics(topicRows)],
  ['text statistics', () => asRun(texts())],
  ['text statistics, by level', () => asRun(texts({ group_by: 'difficulty', outlier_z: 1 }))],
  ['set comparison', () => runComparison(demoRows.slice(0, 150), demoRows.slice(100))],
  ['difficulty check', () => runDifficultyCheck(revealingRows(300, new Set([1, 2, 3])))],
  ['difficulty check, without skill', () => runDifficultyCheck(meaninglessRows(300, 1))],
];

/** Every value whose change changes no language is of no use to a reader. */
function unusedValues(code: string, values: SentenceValues): string[] {
  const written = (given: SentenceValues) =>
    LANGUAGES.map(
      (language) => `${writerOf(language)(`${code}.text`, given)} ${writerOf(language)(`${code}.next_step`, given)}`,
    ).join();
  return Object.keys(values).filter((name) => {
    const { [name]: _, ...others } = values;
    return written(others) === written(values);
  });
}

describe.each(RUNS)('the sentences of %s', (_name, run) => {
  it('can be written in every language from their codes and values', async () => {
    const { fullFindings, result } = await run();
    const { sentences } = result as { sentences: SentencesByPath };
    expect(Object.keys(sentences)).toEqual(expect.arrayContaining(['method', 'plots.0.title', 'plots.0.description']));
    for (const language of LANGUAGES) {
      const write = writerOf(language);
      for (const { code, values, text, next_step } of fullFindings) {
        const written = [write(`findings.${code}.text`, values), write(`findings.${code}.next_step`, values) ?? null];
        if (language === 'en') expect(written).toEqual([text, next_step]);
        else expect(written, `${code} in ${language}`).not.toContain(undefined);
        expect(written[0], `${code} in ${language}`).toMatch(/^[\p{Lu}\d„“"«¿].*\.$/u);
        expect(written.join(' ')).not.toMatch(/undefined|null|NaN|[{}#]/u);
      }
      for (const [code, values] of Object.values(sentences))
        expect(write(code, values), `${code} in ${language}`).toBeDefined();
      if (language === 'en') expect(translate(result, sentences, write)).toEqual(result);
    }
  });

  it('mention each of their values', async () => {
    const { fullFindings } = await run();
    const unused = fullFindings.flatMap(({ code, values }) =>
      unusedValues(`findings.${code}`, values).map((name) => `${code}: ${name}`),
    );
    expect(unused).toEqual([]);
  });
});
