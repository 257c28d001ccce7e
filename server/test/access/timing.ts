/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? 0;
}

export interface Oracle {
  /** By how much the medians of the two kinds differ, as a share of the median. */
  difference: number;
  /** By how much two halves of the same kind differ: what cannot be told from noise. */
  noise: number;
  tells: boolean;
}

/** Below this share a difference is no use: it would take millions of guesses to see it even on a quiet machine. */
const USELESS = 0.03;

/**
 * Whether times tell two kinds of requests apart. The kinds must have been taken in turn, so that whatever disturbs the
 * machine disturbs both. What the two halves of one kind differ by (every second value, again in turn) is the noise;
 * a difference of the kinds counts when it is larger than three times that, and large enough to be of use.
 */
export function judgeTimes(first: readonly number[], second: readonly number[]): Oracle {
  const middle = median([...first, ...second]);
  const half = (values: readonly number[], rest: 0 | 1) => median(values.filter((_, index) => index % 2 === rest));
  const halves = (values: readonly number[]) => Math.abs(half(values, 0) - half(values, 1)) / middle;
  const noise = Math.max(halves(first), halves(second));
  const difference = Math.abs(median(first) - median(second)) / middle;
  return { difference, noise, tells: difference > Math.max(USELESS, 3 * noise) };
}

/** Runs requests of two kinds in turn, in changing order, and takes the time of each, in milliseconds. */
export async function timeInTurn(
  rounds: number,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  const take = async (kind: 0 | 1) => {
    const started = performance.now();
    await (kind === 0 ? first() : second());
    times[kind].push(performance.now() - started);
  };
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const kind of order) await take(kind);
  }
  return times;
}
