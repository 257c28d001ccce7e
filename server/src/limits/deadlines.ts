/** How exactly a time is kept, as a share of it, and no finer or coarser than this. */
const LOOKS_PER_TICK = 20;
const SHORTEST_LOOK_MS = 5;
const LONGEST_LOOK_MS = 250;

/** Something that has to end in time; in the list of all that have the same time. */
export interface Deadline<Item> {
  item: Item | undefined;
  due: number;
  previous: Deadline<Item> | undefined;
  next: Deadline<Item> | undefined;
}

/**
 * One time for many: what has not ended by then is given up. All have the same time, so they stand in the order in which
 * it is over, and one clock serves all of them: a timer for each request took 1.7 µs of its 40. A list of links, since
 * the tables that a Map leaves behind keep what was in them from the next collections of garbage.
 */
export class Deadlines<Item> {
  readonly #list: Deadline<Item>;
  readonly #ms: number;
  readonly #clock: NodeJS.Timeout;

  constructor(ms: number, onLate: (item: Item) => void) {
    this.#ms = ms;
    this.#list = emptyList();
    const lookMs = Math.min(LONGEST_LOOK_MS, Math.max(SHORTEST_LOOK_MS, ms / LOOKS_PER_TICK));
    this.#clock = setInterval(() => this.#giveUpLate(onLate), lookMs).unref();
  }

  begin(item: Item): Deadline<Item> {
    const deadline = { item, due: 0, previous: undefined, next: undefined };
    this.restart(deadline);
    return deadline;
  }

  /** The time begins anew. */
  restart(deadline: Deadline<Item>): void {
    unlink(deadline);
    const last = this.#list.previous;
    deadline.due = performance.now() + this.#ms;
    deadline.previous = last;
    deadline.next = this.#list;
    if (last !== undefined) last.next = deadline;
    this.#list.previous = deadline;
  }

  end(deadline: Deadline<Item>): void {
    unlink(deadline);
    deadline.item = undefined;
  }

  close(): void {
    clearInterval(this.#clock);
  }

  #giveUpLate(onLate: (item: Item) => void): void {
    const now = performance.now();
    for (let first = this.#list.next; first?.item !== undefined && first.due <= now; first = this.#list.next) {
      unlink(first);
      onLate(first.item);
    }
  }
}

/** Its own end and beginning. */
function emptyList<Item>(): Deadline<Item> {
  const list: Deadline<Item> = { item: undefined, due: 0, previous: undefined, next: undefined };
  list.previous = list;
  list.next = list;
  return list;
}

function unlink<Item>(deadline: Deadline<Item>): void {
  const { previous, next } = deadline;
  if (previous !== undefined) previous.next = next;
  if (next !== undefined) next.previous = previous;
  deadline.previous = undefined;
  deadline.next = undefined;
}
