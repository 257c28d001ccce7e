import type { SentenceValues } from './write.ts';

/** A text for readers as data: the code of its sentence in `server/languages`, and the values that it mentions. */
export class Sentence {
  readonly code: string;
  readonly values: SentenceValues;

  constructor(code: string, values: SentenceValues) {
    this.code = code;
    this.values = values;
  }
}

export function say(code: string, values: SentenceValues = {}): Sentence {
  return new Sentence(code, values);
}

/** Names of the bank are the same in every language. */
export type Text = string | Sentence;
