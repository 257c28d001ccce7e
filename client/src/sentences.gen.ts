/**
 * Writes sentences in the reader's language, from a code and the values that the sentence mentions. The sentences are
 * in `languages/`, one file per language, in a subset of ICU MessageFormat:
 *
 * - `{name}`: a text, or a number with grouped digits; also `number`, `decimal`, `rounded` and `percent`
 * - `{count, plural, one {# question} other {# questions}}`
 * - `{relation, select, exact {…} other {…}}`
 * - `{level, term, level}`: the entry of `terms.level` with the name of the value
 * - `{cell, phrase, cell}`: the entry of `phrases`, with the members of the value, and the value itself as `it`
 * - `{names, list}` and `{names, list, {"{it}"}}`: "a, b and c"
 * - `{names, join, {; } {"{it}"}}`: the same with any separator
 * - `{set, capital, {…}}` and `{rule, small, {…}}`: begins with a capital, or with a small letter
 *
 * A name without a value is a phrase: `{or_dismiss}`.
 */
type SentenceValue =
  | string
  | number
  | boolean
  | null
  | readonly SentenceValue[]
  | { readonly [name: string]: SentenceValue };
export type SentenceValues = Readonly<Record<string, SentenceValue>>;

/** Sentences by code: `{ a: { b: '…' } }` has the code `a.b`. */
export interface SentenceTree {
  readonly [name: string]: string | SentenceTree;
}

/** Undefined if the language has no such sentence, or the values lack one that it mentions. */
export type WriteSentence = (code: string, values?: SentenceValues) => string | undefined;

/** A part of a sentence: plain text, or a value. `options` are sentences of their own, by name. */
type Part = string | { name: string; kind: string; key: string; options: ReadonlyMap<string, readonly Part[]> };

class MissingError extends Error {}

export function makeWriter(language: string, tree: SentenceTree): WriteSentence {
  const parsed = new Map<string, readonly Part[] | undefined>();
  const find = (code: string) => {
    if (!parsed.has(code)) {
      const text = code
        .split('.')
        .reduce<string | SentenceTree | undefined>(
          (node, name) => (typeof node === 'object' && Object.hasOwn(node, name) ? node[name] : undefined),
          tree,
        );
      parsed.set(code, typeof text === 'string' ? parseSentence(text) : undefined);
    }
    return parsed.get(code);
  };
  const write = makeRenderer(language, find);
  return (code, values = {}) => {
    const parts = find(code);
    if (parts === undefined) return undefined;
    try {
      return write(parts, values).trim();
    } catch (error) {
      if (error instanceof MissingError) return undefined;
      throw error;
    }
  };
}

/** The parts of a sentence. */
export function parseSentence(text: string): readonly Part[] {
  let at = 0;
  const fail = (): never => {
    throw new Error(`A sentence is malformed at character ${at + 1}: ${text}`);
  };
  const skipSpace = () => {
    while (text[at] === ' ') at += 1;
  };
  const readWord = () => {
    skipSpace();
    const [word = fail()] = /^[\w=-]+/u.exec(text.slice(at)) ?? [];
    at += word.length;
    skipSpace();
    return word;
  };
  const readBlock = () => {
    at += 1;
    const parts = readParts();
    if (text[at] !== '}') fail();
    at += 1;
    skipSpace();
    return parts;
  };
  const readValue = (): Part => {
    at += 1;
    const name = readWord();
    let [kind, key] = ['text', ''];
    const options = new Map<string, readonly Part[]>();
    if (text[at] === ',') {
      at += 1;
      kind = readWord();
    }
    if (text[at] === ',') {
      at += 1;
      skipSpace();
      while (text[at] !== '}') {
        const word = text[at] === '{' ? String(options.size) : readWord();
        if (text[at] === '{') options.set(word, readBlock());
        else key = word;
      }
    }
    if (text[at] !== '}') fail();
    at += 1;
    return { name, kind, key, options };
  };
  const readParts = (): Part[] => {
    const parts: Part[] = [];
    while (at < text.length && text[at] !== '}') {
      if (text[at] === '{') parts.push(readValue());
      else {
        const [plain = fail()] = /^[^{}]+/u.exec(text.slice(at)) ?? [];
        at += plain.length;
        parts.push(plain);
      }
    }
    return parts;
  };
  const parts = readParts();
  if (at < text.length) fail();
  return parts;
}

function makeRenderer(language: string, find: (code: string) => readonly Part[] | undefined) {
  // English without the comma before "and", and with the digits of the rest of the service.
  const locale = language === 'en' ? 'en-GB' : language;
  const formatters = new Map<string, Intl.NumberFormat>();
  const format = (value: number, options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options);
    const formatter = formatters.get(key) ?? new Intl.NumberFormat(locale, options);
    formatters.set(key, formatter);
    return formatter.format(value + 0).replace(/^-(?=[0.,]+$)/u, '');
  };
  const plurals = new Intl.PluralRules(locale);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });

  const numbers: Record<string, (value: number) => string> = {
    text: (value) => format(value, { maximumFractionDigits: 3 }),
    number: (value) => format(value, { maximumFractionDigits: 3 }),
    decimal: (value) => format(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    rounded: (value) =>
      format(value, Math.abs(value) < 0.1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 1 }),
    percent: (value) => {
      const inPercent = (share: number) => format(share, { style: 'percent', maximumFractionDigits: 1 });
      // A few are never rounded to none, or most to all.
      if (value > 0 && value < 0.001) return say('phrases.under', { limit: inPercent(0.001) });
      if (value < 1 && value > 0.999) return say('phrases.over', { limit: inPercent(0.999) });
      return inPercent(value);
    },
  };

  function say(code: string, values: SentenceValues): string {
    const parts = find(code);
    if (parts === undefined) throw new MissingError(code);
    return render(parts, values);
  }

  function render(parts: readonly Part[], values: SentenceValues, count?: number): string {
    return parts
      .map((part) =>
        typeof part === 'string'
          ? part.replaceAll('#', () => (count === undefined ? '#' : (numbers['number']?.(count) ?? '')))
          : renderValue(part, values, count),
      )
      .join('');
  }

  function renderValue(part: Exclude<Part, string>, values: SentenceValues, count?: number): string {
    const { name, kind, key, options } = part;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (kind === 'capital' || kind === 'small') {
      const text = render(options.get('0') ?? [], values, count);
      const first = text.charAt(0);
      return (kind === 'capital' ? first.toUpperCase() : first.toLowerCase()) + text.slice(1);
    }
    if (value === undefined) return say(`phrases.${name}`, values);
    const option = (...names: string[]) => {
      const found = names.map((one) => options.get(one)).find((one) => one !== undefined);
      if (found === undefined) throw new MissingError(`${name}: ${names.join()}`);
      return found;
    };
    const each = (template: readonly Part[] | undefined) => {
      if (!Array.isArray(value)) throw new MissingError(name);
      return (value as readonly SentenceValue[]).map((one) =>
        template === undefined ? asText(one) : render(template, within(values, one)),
      );
    };
    switch (kind) {
      case 'plural': {
        const number = Number(value);
        return render(option(`=${number}`, plurals.select(number), 'other'), values, number);
      }
      case 'select':
        return render(option(asText(value), 'other'), values, count);
      case 'term': {
        const term = find(`terms.${key}.${asText(value)}`);
        return term === undefined ? asText(value) : render(term, values, count);
      }
      case 'phrase':
        return say(`phrases.${key}`, within(values, value));
      case 'list':
        return list.format(each(options.get('0')));
      case 'join':
        return each(options.get('1')).join(render(option('0'), values));
      default: {
        const write = numbers[kind];
        if (write === undefined) throw new Error(`"${kind}" is no kind of value`);
        return typeof value === 'number' ? write(value) : asText(value);
      }
    }
  }

  return render;
}

function asText(value: SentenceValue): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function within(values: SentenceValues, value: SentenceValue): SentenceValues {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return { ...values, ...(isRecord && (value as SentenceValues)), it: value };
}

/** Sentences within a result, by their path, such as `plots.0.title`. */
export type SentencesByPath = Readonly<Record<string, readonly [code: string, values: SentenceValues]>>;

/** A copy with these sentences written in another language. Those that the language lacks stay as they are. */
export function translate<Result extends object>(result: Result, sentences: SentencesByPath, write: WriteSentence) {
  const copy = structuredClone(result);
  for (const [path, [code, values]] of Object.entries(sentences)) {
    const written = write(code, values);
    const names = path.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], copy);
    if (written !== undefined && parent !== undefined) (parent as Record<string, string>)[last] = written;
  }
  return copy;
}
