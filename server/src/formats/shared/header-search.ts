import { FormatError, type Place, type ReadOptions } from '../format.ts';
import { chosenColumns, columnLetters, matchHeader, type Role } from './columns.ts';

/** Real tables of questions have about 40. */
const MAX_COLUMNS = 500;
/** The header must be in this many rows: titles, notes and group headers may precede it. */
const MAX_ROWS_ABOVE = 20;

export interface TableRow {
  cells: readonly string[];
  place: Place;
  raw: string;
  /** Indices of cells whose formula failed. */
  errors?: readonly number[];
}

export interface FoundHeader {
  roles: (Role | null)[];
  /** A name for each column, no two of them the same. */
  names: readonly string[];
  /** Undefined if the table has none. */
  header: TableRow | undefined;
  /** The rows that were read before it was certain where the header is. */
  below: readonly TableRow[];
}

/**
 * Finds the header of a table: the chosen row, or the first one with known names. If the caller has chosen the columns
 * and no row has known names, the first row is the header.
 */
export class HeaderSearch {
  readonly #columns: ReadOptions['columns'];
  readonly #chosenRow: number | undefined;
  /** The rows so far, kept only if the first of them may be the header. */
  readonly #above: TableRow[] = [];
  #count = 0;

  constructor({ columns, headerRow }: ReadOptions) {
    this.#columns = columns;
    this.#chosenRow = headerRow;
  }

  /** Undefined while the header may still follow. */
  take(row: TableRow): FoundHeader | undefined {
    if (this.#chosenRow === 0) return this.#headless(row);
    if (this.#chosenRow !== undefined) return this.#takeChosen(row, this.#chosenRow);
    if (isEmpty(row)) return undefined;
    requireFewColumns(row);
    const known = matchHeader(row.cells);
    if (known !== undefined)
      return this.#found(row, this.#columns === undefined ? known : chosenColumns(this.#columns));
    this.#count += 1;
    if (this.#columns !== undefined) this.#above.push(row);
    return this.#count < MAX_ROWS_ABOVE ? undefined : this.end();
  }

  /** The header if no more rows follow. */
  end(): FoundHeader {
    const [first, ...below] = this.#above;
    if (first === undefined || this.#columns === undefined) throw noHeader(this.#chosenRow);
    return { ...this.#found(first, chosenColumns(this.#columns)), below };
  }

  #takeChosen(row: TableRow, chosen: number): FoundHeader | undefined {
    const at = row.place.row ?? row.place.line ?? 0;
    if (at < chosen) return undefined;
    if (at > chosen || isEmpty(row)) throw noHeader(chosen);
    requireFewColumns(row);
    const roles = this.#columns === undefined ? matchHeader(row.cells) : chosenColumns(this.#columns);
    if (roles === undefined) throw noHeader(chosen);
    return this.#found(row, roles);
  }

  /** Without a header, columns have the names that spreadsheets show above them. */
  #headless(row: TableRow): FoundHeader | undefined {
    if (isEmpty(row)) return undefined;
    requireFewColumns(row);
    if (this.#columns === undefined) throw noHeader(0);
    const names = this.#columns.map((_, index) => columnLetters(index));
    return { roles: chosenColumns(this.#columns), names, header: undefined, below: [row] };
  }

  #found(header: TableRow, roles: (Role | null)[]): FoundHeader {
    return {
      roles,
      names: distinct(header.cells.map((cell, index) => (cell.trim() === '' ? columnLetters(index) : cell))),
      header,
      below: [],
    };
  }
}

const isEmpty = ({ cells }: TableRow) => cells.every((cell) => cell.trim() === '');

function requireFewColumns({ cells, place }: TableRow): void {
  if (cells.length <= MAX_COLUMNS) return;
  throw new FormatError(
    'too_many',
    `The table has ${cells.length.toLocaleString('en')} columns; at most ${MAX_COLUMNS} can be read.`,
    place,
  );
}

/** The second column named "Answer" becomes "Answer (2)", so that a report names one cell. */
function distinct(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell) => {
    const count = (seen.get(cell) ?? 0) + 1;
    seen.set(cell, count);
    return count === 1 ? cell : `${cell} (${count})`;
  });
}

function noHeader(chosen: number | undefined): FormatError {
  if (chosen === 0) return new FormatError('no_header', 'A table without a header needs `columns`.');
  if (chosen !== undefined)
    return new FormatError(
      'no_header',
      `Row ${chosen} is not a header with known names. Choose another \`header_row\`, or name the \`columns\`.`,
    );
  return new FormatError(
    'no_header',
    `No header was found in the first ${MAX_ROWS_ABOVE} rows. A table needs a column for the question ("question_text" or "question") and one for the answer ("correct_answer" or "answer"), or columns for options and a key.`,
  );
}
