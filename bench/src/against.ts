import type { Context } from './context.ts';
import { treeMicros } from './cpu.ts';
import { bulkLoad, cachedLoad, getLoad, type Load, listLoad, postLoad, type Rate } from './loads.ts';
import { startApi, startWorkerProcess } from './processes.ts';
import { median } from './ratio.ts';

/** The loads for throughput goals 1 to 5, by goal number. */
export const LOADS: Readonly<Record<string, Load>> = {
  '1': listLoad,
  '2': getLoad,
  '3a': cachedLoad(true),
  '3b': cachedLoad(false),
  '4a': postLoad(32),
  '4b': postLoad(128),
  '5': bulkLoad,
};

/** A checkout with its settings, running on a bank. */
export interface Checkout {
  root: string;
  context: Context;
  environment: Readonly<Record<string, string>>;
}

interface Seen extends Rate {
  nodeMicros: number;
  postgresMicros: number;
}

const MAX_LOSS = 0.05;

/**
 * Measures two checkouts, or two settings of one, in alternating order (before-after, then after-before), so that other
 * load on the machine affects both. Returns true if `after` is slower by more than `MAX_LOSS`, judged by the median of
 * the pairs.
 */
export async function compare(
  before: Checkout,
  after: Checkout,
  ids: readonly string[],
  say: (line: string) => void,
): Promise<boolean> {
  let worse = false;
  for (const [id, load] of Object.entries(LOADS)) {
    if (ids.length > 0 && !ids.includes(id)) continue;
    const sides = [await open(before, load), await open(after, load)] as const;
    const pairs: [Seen, Seen][] = [];
    for (let repetition = 0; repetition < after.context.repetitions; repetition += 1) {
      const isReversed = repetition % 2 === 1;
      const first = await sides[isReversed ? 1 : 0].run();
      const second = await sides[isReversed ? 0 : 1].run();
      pairs.push(isReversed ? [second, first] : [first, second]);
    }
    await Promise.all(sides.map((side) => side.stop()));
    worse ||= ratioOf(pairs, 'perSecond') < 1 - MAX_LOSS;
    say(JSON.stringify({ goal: id, ...summary(pairs) }));
  }
  return worse;
}

async function open({ root, context, environment }: Checkout, load: Load) {
  const api = await startApi(context.databaseUrl, { ...load.environment, ...environment }, root);
  const worker = startWorkerProcess(context.databaseUrl, {}, root);
  const send = await load.prepare(context, api.origin);
  for (let warmed = 0; warmed < context.warmUpSeconds; warmed += context.seconds) await send();
  return {
    run: async (): Promise<Seen> => {
      const [node, postgres] = [treeMicros(api.pid), treeMicros(context.postmaster)];
      const rate = await send();
      return {
        ...rate,
        nodeMicros: (treeMicros(api.pid) - node) / rate.requests,
        postgresMicros: (treeMicros(context.postmaster) - postgres) / rate.requests,
      };
    },
    stop: () => Promise.all([api.stop(), worker.stop()]),
  };
}

function ratioOf(pairs: readonly [Seen, Seen][], figure: keyof Seen): number {
  return median(pairs.map(([before, after]) => after[figure] / before[figure]));
}

function summary(pairs: readonly [Seen, Seen][]) {
  const side = (index: 0 | 1) => {
    const at = (figure: keyof Seen) => Math.round(median(pairs.map((pair) => pair[index][figure])));
    return { per_second: at('perSecond'), node_us: at('nodeMicros'), postgres_us: at('postgresMicros') };
  };
  const ratio = (figure: keyof Seen) => Number(ratioOf(pairs, figure).toFixed(3));
  return {
    throughput: ratio('perSecond'),
    node: ratio('nodeMicros'),
    postgres: ratio('postgresMicros'),
    before: side(0),
    after: side(1),
  };
}
