export interface WithResponse<Data> {
  data: Data;
  /** The reply's status and headers. Its body has already been read. */
  response: Response;
}

/** The result of a request. Await it for the data, or use `withResponse()` to get the headers as well. */
export class Reply<Data> extends Promise<Data> {
  readonly #outcome: Promise<WithResponse<Data>>;

  /** `then` returns a plain promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(outcome: Promise<WithResponse<Data>>) {
    super((resolve, reject) => {
      outcome.then(({ data }) => resolve(data), reject);
    });
    this.#outcome = outcome;
  }

  withResponse(): Promise<WithResponse<Data>> {
    this.catch(() => {}); // the caller gets the error from the returned promise
    return this.#outcome;
  }
}
