import { sampleIds } from '../context.ts';
import { type Goal, median } from '../ratio.ts';
import { BARE_ANALYSES, timeBare } from './bare-analyses.ts';
import { concurrentGoals } from './goals-concurrent.ts';
import { deeperGoals } from './goals-deeper.ts';
import { timeAnalysis } from './run-analysis.ts';
import { withServices } from './services.ts';

const seconds = (values: readonly number[]) => `${median(values).toPrecision(3)} s`;

/** Alternates an analysis of the whole bank through the API with the same aggregates in psql. */
const sizeGoals = Object.keys(BARE_ANALYSES).map((analysis_type): Goal => {
  return {
    id: `a-${analysis_type}`,
    name: `${analysis_type} of the whole bank ÷ its SQL in psql`,
    better: 'lower',
    floor: 2,
    reachable: 1,
    moonshot: 0.5,
    run: (context) =>
      withServices(context, 1, async (origin) => {
        const pairs: [number, number][] = [];
        for (let repetition = 0; repetition < context.repetitions; repetition += 1) {
          const bare = await timeBare(context.databaseUrl, analysis_type);
          pairs.push([bare, await timeAnalysis(origin, { analysis_type, filter: {} })]);
        }
        return {
          ratios: pairs.map(([bare, ours]) => ours / bare),
          ours: seconds(pairs.map(([, ours]) => ours)),
          bare: seconds(pairs.map(([bare]) => bare)),
        };
      }),
  };
});

const SMALL = 100;
const SMALL_RUNS = 60;

/** Analyses a hundred different questions by id per request, one request at a time. "bare" is the limit of 150 ms. */
const smallGoals = Object.keys(BARE_ANALYSES).map((analysis_type): Goal => {
  return {
    id: `a-small-${analysis_type}`,
    name: `${analysis_type} of ${SMALL} questions, p95 ÷ 150 ms`,
    better: 'lower',
    floor: 1,
    reachable: 0.5,
    moonshot: 0.25,
    run: (context) =>
      withServices(context, 1, async (origin) => {
        const ids = await sampleIds(context, SMALL * (SMALL_RUNS + 5));
        const times: number[] = [];
        for (let run = 0; run < SMALL_RUNS + 5; run += 1) {
          const question_ids = ids.slice(run * SMALL, (run + 1) * SMALL);
          times.push((await timeAnalysis(origin, { analysis_type, question_ids })) * 1000);
        }
        const sorted = times.slice(5).toSorted((left, right) => left - right);
        const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
        return {
          ratios: [p95 / 150],
          ours: `${p95.toFixed(0)} ms (median ${median(sorted).toFixed(0)})`,
          bare: '150 ms',
        };
      }),
  };
});

/**
 * With other word lists, every text has to be read and judged again, which is the most work per row that a run can do.
 */
const HEAVY = {
  analysis_type: 'item_flaws',
  filter: { category: 'Science', difficulty: 1 },
  parameters: { lists: { vague_terms: ['perhaps', 'roughly'] } },
};

const twoWorkers: Goal = {
  id: 'a-workers',
  name: 'two worker processes ÷ one, questions per second',
  better: 'higher',
  floor: 1.6,
  reachable: 1.8,
  moonshot: 1.95,
  run: async (context) => {
    const ratios: number[] = [];
    const times: [number[], number[]] = [[], []];
    for (let repetition = 0; repetition < context.repetitions; repetition += 1) {
      const one = await withServices(context, 1, (origin) => timeAnalysis(origin, HEAVY), { ANALYSIS_THREADS: '1' });
      const two = await withServices(context, 2, (origin) => timeAnalysis(origin, HEAVY), { ANALYSIS_THREADS: '1' });
      times[0].push(one);
      times[1].push(two);
      ratios.push(one / two);
    }
    return { ratios, ours: seconds(times[1]), bare: seconds(times[0]) };
  },
};

export const analysisGoals: readonly Goal[] = [
  ...sizeGoals,
  ...smallGoals,
  twoWorkers,
  ...concurrentGoals,
  ...deeperGoals,
];
