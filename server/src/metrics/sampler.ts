interface SamplerOptions {
  /** The minimum age of a sample before the next one is taken, however often it is requested. */
  everyMs: number;
  /** The maximum wait of a caller; a slower sample is available to the next one. */
  waitMs: number;
}

/**
 * A measurement that costs a statement: shared by all callers, never taken twice at once, and abandoned after some
 * time. A scrape always gets the rest of the metrics.
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

  /** Undefined if it failed, or is not available in time. */
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
