import { forPeople } from './terminal.ts';

const CELLS = 24;
/** If the output is not a terminal, a line is printed now and then, because a bar would clutter a log. */
const LINE_EVERY_MS = 10_000;

/** Shows progress on stderr. */
export class ProgressBar {
  readonly #title: string;
  #lastLine = Date.now();
  #drawn = false;

  constructor(title: string) {
    this.#title = title;
  }

  show(completed: number, total: number): void {
    const share = total === 0 ? 0 : Math.min(1, completed / total);
    const percent = `${Math.floor(100 * share)}%`;
    if (forPeople.err) {
      const full = Math.round(CELLS * share);
      process.stderr.write(`\r${this.#title}  ${'█'.repeat(full)}${'░'.repeat(CELLS - full)}  ${percent} `);
      this.#drawn = true;
    } else if (Date.now() - this.#lastLine > LINE_EVERY_MS) {
      process.stderr.write(`${this.#title}: ${percent}\n`);
      this.#lastLine = Date.now();
    }
  }

  end(): void {
    if (this.#drawn) process.stderr.write('\r\u001b[K');
  }
}
