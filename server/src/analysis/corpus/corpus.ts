import type { Parts, Population } from '../analysis-type.ts';
import { MAX_LABELS, MAX_TOKENS, MAX_WORDS, requireAtMost } from '../too-large.ts';
import { type CorpusChunk, ID_BYTES, type Labels, Numbering, unpackId, type WordLists } from './chunk.ts';
import { Growing, GrowingNumbers, type WholeNumbers } from './growing.ts';

/**
 * The words of all questions of a run in the order of the bank, population by population. Words are numbered by first
 * occurrence in one dictionary, so the numbers do not depend on how the bank was cut.
 */
export interface WordCorpus {
  count: number;
  populations: Uint8Array;
  versions: WholeNumbers;
  /** 16 bytes each. */
  ids: Uint8Array;
  words: readonly string[];
  /** For each word, the first spelling in the bank that was folded to it. This is the spelling to show. */
  spellings: readonly string[];
  texts: TokenLists;
  answers: TokenLists;
  idOf(question: number): string;
}

/** A word corpus with the categories, topics and levels of the questions. About 1 GB for 10 M questions. */
export interface Corpus extends WordCorpus {
  difficulties: Uint8Array;
  categories: Labels;
  topics: Labels<string | null>;
}

/** The list of question n spans `tokens` from `starts[n]` to before `starts[n + 1]`. */
export interface TokenLists {
  tokens: WholeNumbers;
  starts: Uint32Array;
}

/** A view of one list, without copying it. */
export function listOf({ tokens, starts }: TokenLists, question: number): WholeNumbers {
  return tokens.subarray(starts[question], starts[question + 1]);
}

export async function gatherCorpus(parts: Parts<CorpusChunk>): Promise<Corpus> {
  const gathering = new Gathering(parts.questions);
  for await (const { population, partial } of parts) gathering.take(partial, population);
  return gathering.corpus();
}

const bytes = (length: number) => new Uint8Array(length);
const integers = (length: number) => new Uint32Array(length);

/** For types whose shards keep more than a chunk: they pass the chunk of each part themselves. */
export class WordGathering {
  #count = 0;
  readonly #ids = new Growing(bytes);
  readonly #populations = new Growing(bytes);
  readonly #versions = new GrowingNumbers();
  readonly #words = new Numbering<string>();
  readonly #spellings: string[] = [];
  readonly #texts: GrowingLists;
  readonly #answers: GrowingLists;

  /** `questions` is the expected total, if known. */
  constructor(questions = 0) {
    this.#ids.expect(questions * ID_BYTES);
    this.#populations.expect(questions);
    this.#versions.expect(questions);
    this.#texts = new GrowingLists(questions);
    this.#answers = new GrowingLists(questions);
  }

  take(chunk: CorpusChunk, population: Population): void {
    const { array, start } = this.#populations.extend(chunk.count);
    array.fill(population, start, start + chunk.count);
    this.#count += chunk.count;
    this.#ids.append(chunk.ids);
    this.#versions.append(chunk.versions);
    const numbers = this.#numberWords(chunk);
    requireAtMost(MAX_WORDS, this.#spellings.length, 'different words');
    this.#texts.take(chunk.texts, numbers, this.#spellings.length);
    this.#answers.take(chunk.answers, numbers, this.#spellings.length);
    requireAtMost(MAX_TOKENS, this.#texts.length + this.#answers.length, 'words in all');
  }

  #numberWords({ words, spellings }: CorpusChunk): number[] {
    if (words === '') return [];
    const spelled = (spellings === '' ? words : spellings).split(' ');
    return words.split(' ').map((word, index) => {
      const number = this.#words.numberOf(word);
      if (number === this.#spellings.length) this.#spellings.push(spelled[index] ?? word);
      return number;
    });
  }

  words(): WordCorpus {
    const ids = this.#ids.view();
    return {
      count: this.#count,
      populations: this.#populations.view(),
      versions: this.#versions.view(),
      ids,
      words: this.#words.names,
      spellings: this.#spellings,
      texts: this.#texts.view(),
      answers: this.#answers.view(),
      idOf: (question) => unpackId(ids, question),
    };
  }
}

export class Gathering extends WordGathering {
  readonly #difficulties = new Growing(bytes);
  readonly #categories = new GrowingLabels<string>();
  readonly #topics = new GrowingLabels<string | null>();

  override take(chunk: CorpusChunk, population: Population): void {
    super.take(chunk, population);
    this.#difficulties.append(chunk.difficulties);
    this.#categories.take(chunk.categories);
    this.#topics.take(chunk.topics);
  }

  corpus(): Corpus {
    return {
      ...this.words(),
      difficulties: this.#difficulties.view(),
      categories: this.#categories.view(),
      topics: this.#topics.view(),
    };
  }
}

/** Merges the labels of many chunks into one list of names. */
export class GrowingLabels<Name> {
  readonly #names = new Numbering<Name>();
  readonly #of = new GrowingNumbers();

  /** `questions` is the expected total, if known. */
  constructor(questions = 0) {
    this.#of.expect(questions);
  }

  take({ names, of }: Labels<Name>): void {
    const numbers = names.map(this.#names.numberOf);
    requireAtMost(MAX_LABELS, this.#names.names.length, 'different topics');
    const { array, start } = this.#of.extend(of.length, this.#names.names.length);
    for (let index = 0; index < of.length; index += 1) array[start + index] = numbers[of[index] ?? 0] ?? 0;
  }

  view(): Labels<Name> {
    return { names: this.#names.names, of: this.#of.view() };
  }
}

/** List lengths vary from one chunk to the next by less than this factor. */
const SLACK = 1.05;

class GrowingLists {
  readonly #tokens = new GrowingNumbers();
  readonly #starts = new Growing(integers);
  readonly #lists: number;

  /** The expected number of lists; 0 if unknown. */
  constructor(lists: number) {
    this.#lists = lists;
    this.#starts.expect(lists + 1);
    this.#starts.append([0]);
  }

  take({ tokens, ends }: WordLists, numbers: readonly number[], words: number): void {
    if (this.#tokens.length === 0) this.#tokens.expect((tokens.length / ends.length) * this.#lists * SLACK);
    const before = this.#tokens.length;
    const grown = this.#tokens.extend(tokens.length, words);
    for (let index = 0; index < tokens.length; index += 1)
      grown.array[grown.start + index] = numbers[tokens[index] ?? 0] ?? 0;
    const { array, start } = this.#starts.extend(ends.length);
    for (let index = 0; index < ends.length; index += 1) array[start + index] = before + (ends[index] ?? 0);
  }

  /** The total length of all lists. */
  get length(): number {
    return this.#tokens.length;
  }

  view(): TokenLists {
    return { tokens: this.#tokens.view(), starts: this.#starts.view() };
  }
}
