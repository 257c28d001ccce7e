/** The median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? 0;
}

export interface Oracle {
  /** The difference between the medians of the two kinds, relative to the median. */
  difference: number;
  /** The difference between two halves of the same kind: the noise. */
  noise: number;
  isSignificant: boolean;
}

/** A smaller difference is useless: it would take millions of guesses to see it even on a quiet machine. */
const USELESS = 0.03;

/**
 * Whether times distinguish two kinds of requests. The kinds must have been measured in turn, so that disturbances of
 * the machine affect both. The difference between the two halves of one kind (every second value) is the noise; a
 * difference between the kinds counts if it is larger than three times that, and large enough to be useful.
 */
export function judgeTimes(first: readonly number[], second: readonly number[]): Oracle {
  const middle = median([...first, ...second]);
  const half = (values: readonly number[], rest: 0 | 1) => median(values.filter((_, index) => index % 2 === rest));
  const halves = (values: readonly number[]) => Math.abs(half(values, 0) - half(values, 1)) / middle;
  const noise = Math.max(halves(first), halves(second));
  const difference = Math.abs(median(first) - median(second)) / middle;
  return { difference, noise, isSignificant: difference > Math.max(USELESS, 3 * noise) };
}

/** Runs requests of two kinds in turn, in changing order, and measures the time of each, in milliseconds. */
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
