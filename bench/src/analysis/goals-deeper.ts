import { packForComparison } from '../../../server/src/analysis/duplicates/chunk.ts';
import { peakMegabytes } from '../memory.ts';
import { generateQuestions } from '../question-generator.ts';
import { type Goal, median } from '../ratio.ts';
import { asTextRow } from './generated-rows.ts';
import { compareJoins } from './join-recall.ts';
import { timeAnalysis } from './run-analysis.ts';
import { withServices } from './services.ts';
import { timeWrites } from './write-check.ts';

const MILLION = 1_000_000;
/** Larger banks have their own time limits. */
const LARGE = 2 * MILLION;

interface Deeper {
  analysis_type: string;
  /** The time limits in seconds, for one million and for ten million questions. */
  limits: readonly [number, number];
  filter?: object;
  parameters?: object;
}

const DEEPER: readonly Deeper[] = [
  { analysis_type: 'duplicates', limits: [90, 300] },
  { analysis_type: 'topics', limits: [120, 1200] },
  { analysis_type: 'difficulty_check', limits: [120, 1200] },
  {
    analysis_type: 'set_comparison',
    limits: [120, 1200],
    filter: { difficulty: 0 },
    parameters: { other: { filter: { difficulty: [1, 2] } } },
  },
];

/** Analyses the whole bank through the API with one worker process. "bare" is the time limit. */
const sizeGoals = DEEPER.map(({ analysis_type, limits, filter = {}, parameters = {} }): Goal => {
  return {
    id: `a-${analysis_type}`,
    name: `${analysis_type} of the whole bank ÷ its limit`,
    better: 'lower',
    floor: 1,
    reachable: 0.5,
    moonshot: 1 / 3,
    run: (context) =>
      withServices(context, 1, async (origin, [worker = 0]) => {
        const limit = limits[context.count > LARGE ? 1 : 0];
        const times: number[] = [];
        for (let repetition = 0; repetition < context.repetitions; repetition += 1) {
          times.push(await timeAnalysis(origin, { analysis_type, filter, parameters }));
        }
        const memory = `worker ${peakMegabytes(worker)} MB at most`;
        return {
          ratios: times.map((time) => time / limit),
          ours: `${median(times).toPrecision(3)} s, ${memory}`,
          bare: `${limit} s`,
        };
      }),
  };
});

const PACKED = 100_000;

const packing: Goal = {
  id: 'a-sign',
  name: 'packing a question for comparison, µs of one thread ÷ 12',
  better: 'lower',
  floor: 1,
  reachable: 1,
  moonshot: 5 / 12,
  run: async (context) => {
    const questions = generateQuestions(7);
    const rows = Array.from({ length: PACKED }, (_, index) => asTextRow(questions.next().value, index));
    packForComparison(rows.slice(0, 10_000)); // gives V8 time to compile it
    const times: number[] = [];
    for (let repetition = 0; repetition < context.repetitions; repetition += 1) {
      const before = process.threadCpuUsage();
      packForComparison(rows);
      const { user, system } = process.threadCpuUsage(before);
      times.push((user + system) / PACKED);
    }
    return { ratios: times.map((time) => time / 12), ours: `${median(times).toFixed(1)} µs`, bare: '12 µs' };
  },
};

const recall: Goal = {
  id: 'a-recall',
  name: 'pairs found by the join ÷ pairs found by comparing all with all, 500,000 questions',
  better: 'higher',
  floor: 0.98,
  reachable: 1,
  moonshot: 1,
  run: async () => {
    const { found, wanted, extra } = await compareJoins(500_000);
    return { ratios: [found / wanted], ours: `${found} pairs, ${extra} others`, bare: `${wanted} pairs` };
  },
};

const writeCheck: Goal = {
  id: 'a-write',
  name: 'what on_duplicate=reject adds to the p95 of POST /questions ÷ 1 ms',
  better: 'lower',
  floor: 1,
  reachable: 1,
  moonshot: 0.5,
  run: (context) =>
    withServices(context, 0, async (origin) => {
      const pairs: { plain: number; checked: number }[] = [];
      for (let repetition = 0; repetition < context.repetitions; repetition += 1) {
        pairs.push(await timeWrites(context, origin, repetition));
      }
      const ms = (values: readonly number[]) => `${median(values).toFixed(2)} ms`;
      return {
        ratios: pairs.map(({ plain, checked }) => checked - plain),
        ours: ms(pairs.map(({ checked }) => checked)),
        bare: ms(pairs.map(({ plain }) => plain)),
      };
    }),
};

export const deeperGoals: readonly Goal[] = [...sizeGoals, packing, recall, writeCheck];
