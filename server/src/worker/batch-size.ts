import { isStatementTimeout } from '../store/database/database-errors.ts';

/**
 * How much of a long task one statement does. It is halved whenever a statement reaches its time limit and grows by a
 * tenth after each success, so that work continues, however slow the database is.
 */
export class BatchSize {
  readonly #max: number;
  #size: number;

  constructor(max: number) {
    this.#max = max;
    this.#size = max;
  }

  get current(): number {
    return this.#size;
  }

  /** The result of the statement, or undefined if it took too long and should be repeated with the smaller size. */
  async attempt<Result>(statement: (size: number) => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await statement(this.#size);
      this.#size = Math.min(this.#max, Math.ceil(this.#size * 1.1));
      return result;
    } catch (error) {
      if (!isStatementTimeout(error) || this.#size === 1) throw error;
      this.#size = Math.ceil(this.#size / 2);
      return undefined;
    }
  }
}
