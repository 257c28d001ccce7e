export interface SamplerOptions {
  /** A sample is this old at least before the next one is taken, however often it is asked for. */
  everyMs: number;
  /** Who asks waits no longer than this; a sample that takes longer is there for the next one. */
  waitMs: number;
}

/**
 * A measurement that costs a statement: shared by all who ask, never taken twice at once, and given up on after a while.
 * Whoever scrapes gets the rest of the metrics, whatever became of it.
 */
export class Sampler<Sample> {
  readonly #take: () => Promise<Sample>;
  readonly #options: SamplerOptions;
  #underWay: Promise<void> | undefined;
  #last: { sample: Sample | undefined; at: number } | undefined;

  constructor(take: () => Promise<Sample>, options: SamplerOptions) {
    this.#take = take;
    this.#options = options;
  }

  /** Undefined when it failed, or is not there in time. */
  async read(): Promise<Sample | undefined> {
    const { everyMs, waitMs } = this.#options;
    if (this.#last !== undefined && performance.now() - this.#last.at < everyMs) return this.#last.sample;
    this.#underWay ??= this.#begin();
    const before = this.#last;
    await within(waitMs, this.#underWay);
    return this.#last === before ? undefined : this.#last?.sample;
  }

  async #begin(): Promise<void> {
    const sample = await this.#take().catch(() => undefined);
    this.#last = { sample, at: performance.now() };
    this.#underWay = undefined;
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, late]);
  clearTimeout(timer);
}
