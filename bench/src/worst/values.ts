import type { Choices } from './choices.ts';
import { resolve, type Schema } from './operations.ts';
import { hostileText } from './texts.ts';

/** The contents of the bank that requests may refer to. */
export interface Known {
  categories: readonly string[];
  /** Ids of resources, by the first segment of their path. */
  ids: Readonly<Record<string, readonly string[]>>;
  /** Plots of analyses that have ended, whose path is `{id}/plots/{plot}.svg`. */
  plots: readonly { id: string; plot: string }[];
  /** Questions that the attack does not touch. */
  untouched: readonly string[];
}

/** The service rejects a larger body by its length alone. */
const MAX_CHARACTERS = 10 * 1024 * 1024;
const UNBOUNDED_LENGTH = 60_000;
const UNBOUNDED_ITEMS = 20_000;
const MAX_DEPTH = 6;

/** Generates values at or beyond the limits of their schema. Most are valid, so that they pass validation. */
export class HostileValues {
  readonly #choices: Choices;
  readonly #known: Known;
  #room = MAX_CHARACTERS;

  constructor(choices: Choices, known: Known) {
    this.#choices = choices;
    this.#known = known;
  }

  make(given: Schema, name = '', depth = 0): unknown {
    const schema = resolve(given);
    const choices = this.#choices;
    if (depth > MAX_DEPTH) return null;
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return choices.pick(schema.enum);
    const variants = schema.oneOf ?? schema.anyOf;
    if (variants !== undefined) return this.make(choices.pick(variants), name, depth + 1);
    switch ([schema.type].flat()[0]) {
      case 'integer':
      case 'number':
        return choices.pick([schema.minimum ?? 0, schema.maximum ?? 2 ** 31, schema.maximum ?? 100, 1, -1]);
      case 'boolean':
        return choices.chance(0.5);
      case 'array':
        return this.#list(schema, name, depth);
      case 'object':
        return this.#object(schema, depth);
      default:
        return this.text(schema, name);
    }
  }

  text({ maxLength = UNBOUNDED_LENGTH, format }: Schema, name: string): string {
    const choices = this.#choices;
    if (name === 'category') return choices.pick(this.#known.categories);
    if (name === 'language') return choices.pick(['en', 'de', 'pt-BR']);
    if (format === 'uuid' || /(?:^|_)ids?$|exclude/u.test(name))
      return choices.pick(this.#known.ids['questions'] ?? []);
    if (format === 'date-time') return choices.pick(['1970-01-01T00:00:00Z', '2020-01-01T00:00:00.000Z']);
    const length = Math.floor(maxLength * choices.pick([1, 1, 1, 0.9, 0.1, 0.02, 10]));
    const text = hostileText(choices.next(), Math.min(length, this.#room));
    this.#room -= text.length;
    return text;
  }

  #list({ items = {}, maxItems = UNBOUNDED_ITEMS }: Schema, name: string, depth: number): unknown[] {
    const wanted = Math.ceil(maxItems * this.#choices.pick([1, 1, 1, 0.1, 0.01, 10]));
    const same = this.#choices.chance(0.3) ? this.make(items, name, depth + 1) : undefined;
    const list: unknown[] = [];
    while (list.length < wanted && this.#room > 0) {
      list.push(same ?? this.make(items, name, depth + 1));
      this.#room -= same === undefined ? 20 : JSON.stringify(same).length;
    }
    return list;
  }

  #object({ properties = {}, required = [] }: Schema, depth: number): object {
    const choices = this.#choices;
    const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || choices.chance(0.6));
    const unknown = choices.chance(0.05) ? choices.pick([1, 1000, 100_000]) : 0;
    return Object.fromEntries([
      ...chosen.map(([name, schema]) => [name, this.make(schema, name, depth + 1)]),
      ...Array.from({ length: unknown }, (_, index) => [`x${index}`, 0]),
    ]);
  }
}
