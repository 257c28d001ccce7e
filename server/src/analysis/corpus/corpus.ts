import type { Part, Population } from '../analysis-type.ts';
import { type CorpusChunk, type Labels, Numbering, unpackId, type WordLists } from './chunk.ts';
import { Growing } from './growing.ts';

/**
 * All questions of a run side by side, in the order of the bank, population by population. Words are numbers of one
 * dictionary, in the order in which they first come, so that it does not matter how the bank was cut.
 * At 10 M questions about 1 GB.
 */
export interface Corpus {
  count: number;
  populations: Uint8Array;
  versions: Uint32Array;
  difficulties: Uint8Array;
  categories: Labels;
  topics: Labels<string | null>;
  words: readonly string[];
  texts: TokenLists;
  answers: TokenLists;
  idOf(question: number): string;
}

/** The list of question n is `tokens` from `starts[n]` to before `starts[n + 1]`. */
export interface TokenLists {
  tokens: Uint32Array;
  starts: Uint32Array;
}

/** A list as it is in `lists`: no copy. */
export function listOf({ tokens, starts }: TokenLists, question: number): Uint32Array {
  return tokens.subarray(starts[question], starts[question + 1]);
}

export async function gatherCorpus(parts: AsyncIterable<Part<CorpusChunk>>): Promise<Corpus> {
  const gathering = new Gathering();
  for await (const { population, partial } of parts) gathering.take(partial, population);
  return gathering.corpus();
}

const bytes = (length: number) => new Uint8Array(length);
const integers = (length: number) => new Uint32Array(length);

/** For types whose shards keep more than a chunk: they take it from each part themselves. */
export class Gathering {
  #count = 0;
  readonly #ids = new Growing(bytes);
  readonly #populations = new Growing(bytes);
  readonly #versions = new Growing(integers);
  readonly #difficulties = new Growing(bytes);
  readonly #categories = new GrowingLabels<string>();
  readonly #topics = new GrowingLabels<string | null>();
  readonly #words = new Numbering<string>();
  readonly #texts = new GrowingLists();
  readonly #answers = new GrowingLists();

  take(chunk: CorpusChunk, population: Population): void {
    const { array, start } = this.#populations.extend(chunk.count);
    array.fill(population, start, start + chunk.count);
    this.#count += chunk.count;
    this.#ids.append(chunk.ids);
    this.#versions.append(chunk.versions);
    this.#difficulties.append(chunk.difficulties);
    this.#categories.take(chunk.categories);
    this.#topics.take(chunk.topics);
    const numbers = chunk.words === '' ? [] : chunk.words.split(' ').map(this.#words.numberOf);
    this.#texts.take(chunk.texts, numbers);
    this.#answers.take(chunk.answers, numbers);
  }

  corpus(): Corpus {
    const ids = this.#ids.view();
    return {
      count: this.#count,
      populations: this.#populations.view(),
      versions: this.#versions.view(),
      difficulties: this.#difficulties.view(),
      categories: this.#categories.view(),
      topics: this.#topics.view(),
      words: this.#words.names,
      texts: this.#texts.view(),
      answers: this.#answers.view(),
      idOf: (question) => unpackId(ids, question),
    };
  }
}

/** Labels of many chunks under one list of names. */
export class GrowingLabels<Name> {
  readonly #names = new Numbering<Name>();
  readonly #of = new Growing(integers);

  take({ names, of }: Labels<Name>): void {
    const numbers = names.map(this.#names.numberOf);
    const { array, start } = this.#of.extend(of.length);
    for (let index = 0; index < of.length; index += 1) array[start + index] = numbers[of[index] ?? 0] ?? 0;
  }

  view(): Labels<Name> {
    return { names: this.#names.names, of: this.#of.view() };
  }
}

class GrowingLists {
  readonly #tokens = new Growing(integers);
  readonly #starts = new Growing(integers);

  constructor() {
    this.#starts.append([0]);
  }

  take({ tokens, ends }: WordLists, numbers: readonly number[]): void {
    const before = this.#tokens.length;
    const grown = this.#tokens.extend(tokens.length);
    for (let index = 0; index < tokens.length; index += 1)
      grown.array[grown.start + index] = numbers[tokens[index] ?? 0] ?? 0;
    const { array, start } = this.#starts.extend(ends.length);
    for (let index = 0; index < ends.length; index += 1) array[start + index] = before + (ends[index] ?? 0);
  }

  view(): TokenLists {
    return { tokens: this.#tokens.view(), starts: this.#starts.view() };
  }
}
