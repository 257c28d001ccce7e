import { deserialize, serialize } from 'node:v8';
import type { AnalysisType } from '../../analysis/analysis-type.ts';
import { TooLargeError } from '../../analysis/too-large.ts';

/** The maximum size of a stored shard: ordinary texts take 4 MB, texts of the maximum length 100 MB. */
const MAX_PARTIAL_BYTES = 128 * 2 ** 20;

/**
 * The partial result of a shard that is mapped slice by slice. A folding type merges its slices; a gathering one keeps
 * them side by side, as if they were shards.
 */
export class PartialBuilder {
  readonly #type: AnalysisType;
  readonly #parameters: object;
  readonly #kept: Uint8Array[] = [];
  #bytes = 0;
  #folded: { partial: unknown } | undefined;

  constructor(type: AnalysisType, parameters: object) {
    this.#type = type;
    this.#parameters = parameters;
  }

  add(partial: unknown): void {
    if ('gather' in this.#type) return this.#keep(serialize(partial));
    const merged =
      this.#folded === undefined ? partial : this.#type.merge(this.#folded.partial, partial, this.#parameters);
    this.#folded = { partial: merged };
  }

  #keep(bytes: Uint8Array): void {
    this.#bytes += bytes.byteLength;
    if (this.#bytes > MAX_PARTIAL_BYTES)
      throw new TooLargeError('The texts of a part of the questions are too long. Analyse fewer questions at a time.');
    this.#kept.push(bytes);
  }

  /**
   * Empty if there are no questions. A single slice is stored as it is, so that a node of the previous release can read
   * it.
   */
  pack(): Uint8Array {
    if (this.#folded !== undefined) this.#keep(serialize(this.#folded.partial));
    const [first = new Uint8Array()] = this.#kept;
    return this.#kept.length > 1 ? serialize(this.#kept) : first;
  }
}

/** The partial results in the bytes of a shard, one after the other. */
export function* unpackPartials(bytes: Uint8Array): Generator {
  const value: unknown = deserialize(bytes);
  if (!Array.isArray(value)) yield value;
  else for (const slice of value as Uint8Array[]) yield deserialize(slice);
}
