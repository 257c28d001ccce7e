import { peakMegabytes } from '../memory.ts';
import { type Goal, median } from '../ratio.ts';
import { pacedP99 } from './paced-load.ts';
import { timeAnalysis } from './run-analysis.ts';
import { withServices } from './services.ts';

const CALLS_PER_SECOND = 200;

/** All types except `coverage`, which finishes too quickly to measure anything. */
const RUNS: readonly { analysis_type: string; filter?: object; parameters?: object }[] = [
  { analysis_type: 'text_statistics' },
  { analysis_type: 'item_flaws' },
  { analysis_type: 'duplicates' },
  { analysis_type: 'topics' },
  { analysis_type: 'difficulty_check' },
  {
    analysis_type: 'set_comparison',
    filter: { difficulty: 0 },
    parameters: { other: { filter: { difficulty: [1, 2] } } },
  },
];

/** Runs an analysis of the whole bank alone, then again while requests arrive at a fixed rate. */
export const concurrentGoals: readonly Goal[] = RUNS.map(({ analysis_type, filter = {}, parameters = {} }) => ({
  id: `a-besides-${analysis_type}`,
  name: `p99 of GET /questions during ${analysis_type} of the whole bank ÷ idle`,
  better: 'lower',
  floor: 3,
  reachable: 2,
  moonshot: 1.5,
  run: (context) =>
    withServices(context, 1, async (origin, [worker = 0]) => {
      const analyse = () => timeAnalysis(origin, { analysis_type, filter, parameters });
      const alone = await analyse();
      const load = () =>
        pacedP99(`${origin}/questions?category=Science&difficulty=1`, CALLS_PER_SECOND, context.seconds);
      await load();
      const idle: number[] = [];
      for (let repetition = 0; repetition < context.repetitions; repetition += 1) idle.push(await load());
      const busy: number[] = [];
      let ended = false;
      const running = analyse().finally(() => {
        ended = true;
      });
      for (;;) {
        const p99 = await load();
        if (ended) break;
        busy.push(p99);
      }
      const took = await running;
      if (busy.length === 0) throw new Error('the analysis ended before anything was measured; use a larger bank');
      const ms = (values: readonly number[]) => `${median(values).toPrecision(3)} ms`;
      return {
        ratios: busy.map((p99) => p99 / median(idle)),
        ours: `${ms(busy)}, analysed in ${took.toFixed(1)} s, alone in ${alone.toFixed(1)} s, worker ${peakMegabytes(worker)} MB at most`,
        bare: ms(idle),
      };
    }),
}));
