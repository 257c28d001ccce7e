import { MAX_RECORD_LENGTH, type NoteRow, type Row } from '../format.ts';
import type { Key } from './key.ts';
import { finishQuestion, type KeyEntry, type Started } from './question.ts';

/** A key names at most this many questions above it. Earlier ones are final. */
const MAX_WAITING = 1000;
const MAX_WAITING_LENGTH = 2 * MAX_RECORD_LENGTH;
/** The numbers in a note. */
const MAX_NAMED = 20;

/** The questions, notes and reports since the last key, in the order of the text. */
export class Waiting {
  #items: (Started | Row)[] = [];
  #length = 0;
  /** The number of questions with options and without an answer, by their numbers. */
  readonly #open = new Map<number, number>();

  /** Adds an item, and returns the rows that no longer wait. */
  add(item: Started | Row): Row[] {
    this.#items.push(item);
    this.#length += lengthOf(item);
    this.#count(item, 1);
    const rows: Row[] = [];
    while (this.#items.length > MAX_WAITING || (this.#length > MAX_WAITING_LENGTH && this.#items.length > 1)) {
      const first = this.#items.shift();
      if (first === undefined) break;
      this.#length -= lengthOf(first);
      this.#count(first, -1);
      rows.push(isStarted(first) ? finishQuestion(first, undefined) : first);
    }
    return rows;
  }

  #count(item: Started | Row, change: 1 | -1): void {
    if (!isStarted(item) || item.number === undefined || item.options.length === 0 || !isOpen(item)) return;
    const count = (this.#open.get(item.number) ?? 0) + change;
    if (count > 0) this.#open.set(item.number, count);
    else this.#open.delete(item.number);
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  /** Whether the options of a question with this number wait for their key. */
  hasOpen(number: number): boolean {
    return this.#open.has(number);
  }

  /** Ends the wait of all questions, with the entries of a key if there is one. */
  end(key?: Key): Row[] {
    const items = this.#items;
    this.#items = [];
    this.#length = 0;
    this.#open.clear();
    const named = key === undefined ? new Map<Started, KeyEntry>() : assign(items, key);
    const rows = items.map((item): Row => (isStarted(item) ? finishQuestion(item, named.get(item)) : item));
    const used = new Set(named.keys().map(({ number }) => number));
    const unused = key === undefined ? [] : [...key.entries.keys()].filter((number) => !used.has(number));
    if (key !== undefined && unused.length > 0) rows.push(noteOf(key, unused));
    return rows;
  }
}

/**
 * Numbers may start again in every part of a text. An entry belongs to the question without an answer, and to all of
 * them if several have the number, so that they are reported.
 */
function assign(items: readonly (Started | Row)[], key: Key): Map<Started, KeyEntry> {
  const byNumber = Map.groupBy(items.filter(isStarted), ({ number }) => number);
  const named = new Map<Started, KeyEntry>();
  for (const [number, entry] of key.entries) {
    const questions = byNumber.get(number) ?? [];
    const open = questions.filter(isOpen);
    for (const one of open) named.set(one, open.length > 1 ? { ...entry, shared: true } : entry);
    const last = questions.at(-1);
    if (open.length === 0 && last !== undefined) named.set(last, entry);
  }
  return named;
}

const isStarted = (item: Started | Row): item is Started => !('kind' in item);

function lengthOf(item: Started | Row): number {
  if (isStarted(item)) return item.length;
  return item.kind === 'note' ? item.value.length : item.raw.length;
}

const isOpen = ({ answers, options }: Started): boolean => answers.length === 0 && !options.some(({ right }) => right);

function noteOf({ line }: Key, numbers: readonly number[]): NoteRow {
  const shown = numbers.slice(0, MAX_NAMED).join(', ');
  const more = numbers.length > MAX_NAMED ? ', …' : '';
  return {
    kind: 'note',
    place: { line },
    code: 'skipped_row',
    detail: `The key names questions that are not above it: ${shown}${more}.`,
    value: shown,
  };
}
