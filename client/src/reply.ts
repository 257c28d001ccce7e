export interface WithResponse<Data> {
  data: Data;
  /** Its status and headers; the body has been read. */
  response: Response;
}

/** What a request comes to: await it for the data, or `withResponse()` for the headers, too. */
export class Reply<Data> extends Promise<Data> {
  readonly #outcome: Promise<WithResponse<Data>>;

  /** What `then` makes of it is a plain promise. */
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
    this.catch(() => {}); // the caller meets the error in what is given back
    return this.#outcome;
  }
}
