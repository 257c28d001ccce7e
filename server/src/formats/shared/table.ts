import { DIFFICULTIES } from '../../domain/questions/difficulty.ts';
import { isUuid } from '../../domain/uuid.ts';
import { blooket } from '../blooket/blooket.ts';
import { type Draft, FormatError, type Place, type ReadOptions, type ReportCode, type Row } from '../format.ts';
import { kahoot } from '../kahoot/kahoot.ts';
import { isOpenolatStart, OpenolatReader } from '../openolat/openolat.ts';
import { quizizz } from '../quizizz/quizizz.ts';
import { chosenColumns, describeRole, headerKey, matchHeader, type Role } from './columns.ts';
import type { GameSheet } from './game-sheet.ts';
import { findKey } from './key.ts';

export interface TableRow {
  cells: readonly string[];
  place: Place;
  raw: string;
  /** Indices of cells whose formula failed. */
  errors?: readonly number[];
}

/** Real tables of questions have about 40. */
const MAX_COLUMNS = 500;
/** The number of characters of a header that are shown. */
const MAX_SHOWN_HEADER = 200;
/** The header must be in this many rows: titles, notes and group headers may precede it. */
const MAX_ROWS_ABOVE = 20;
const GAMES: readonly GameSheet[] = [kahoot, quizizz, blooket];

/**
 * Converts rows of cells into questions. The first row with known names is the header; the rows above it are skipped.
 */
export class TableReader {
  readonly #options: ReadOptions;
  #blocks: OpenolatReader | undefined;
  #roles: (Role | null)[] | undefined;
  #headers: readonly string[] = [];
  #game: GameSheet | undefined;
  #above = 0;
  #rows = 0;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  read(row: TableRow): Row[] {
    if (this.#roles === undefined && this.#blocks === undefined && isOpenolatStart(row.cells))
      this.#blocks = new OpenolatReader();
    if (this.#blocks !== undefined) return this.#blocks.read(row.cells, row.place, row.raw);
    if (this.#roles === undefined) return this.#readHeader(row);
    if (this.#rows === 0 && this.#game?.isHelp?.(row.cells) === true) return [];
    const found = this.#readRow(row, this.#roles);
    if (found === undefined) return [];
    this.#rows += 1;
    return [found];
  }

  /** The rows that can only be reported at the end. */
  end(): Row[] {
    if (this.#blocks !== undefined) return this.#blocks.end();
    if (this.#roles === undefined) throw noHeader();
    if (this.#rows > 0) return [];
    return [
      { kind: 'note', place: {}, code: 'no_questions', detail: 'The table has a header but no rows.', value: '' },
    ];
  }

  #readHeader({ cells, place, raw }: TableRow): Row[] {
    if (cells.every((cell) => cell.trim() === '')) return [];
    if (cells.length > MAX_COLUMNS)
      throw new FormatError(
        'too_many',
        `The table has ${cells.length.toLocaleString('en')} columns; at most ${MAX_COLUMNS} can be read.`,
        place,
      );
    const chosen = this.#options.columns;
    this.#roles = chosen === undefined ? matchHeader(cells) : chosenColumns(chosen);
    if (this.#roles === undefined) {
      this.#above += 1;
      if (this.#above >= MAX_ROWS_ABOVE) throw noHeader();
      return [];
    }
    this.#headers = cells;
    const keys = new Set(cells.map(headerKey));
    this.#game = GAMES.find((game) => game.header.every((name) => keys.has(name)));
    const columns = this.#roles.map((role, index) => ({
      header: (cells[index] ?? '').slice(0, MAX_SHOWN_HEADER),
      field: describeRole(role),
    }));
    return [{ kind: 'columns', place, columns, raw }];
  }

  #readRow(row: TableRow, roles: readonly (Role | null)[]): Row | undefined {
    const draft: Draft = {};
    let options: { letter: string; text: string }[] | undefined;
    let key: string | undefined;
    let type = '';
    let image = '';
    let filled = false;
    for (let index = 0; index < roles.length; index += 1) {
      const role = roles[index];
      if (role === null || role === undefined) continue;
      const text = clean(row.cells[index] ?? '');
      if (role.kind === 'option') {
        options ??= [];
        options.push({ letter: role.letter, text });
      } else if (role.kind === 'key') key = text;
      if (text === '') continue;
      filled = true;
      if (role.kind === 'field') setField(draft, role.field, text);
      else if (role.kind === 'list') draft[role.field] = readList(text);
      else if (role.kind === 'item') ((draft[role.field] ??= []) as string[]).push(text);
      else if (role.kind === 'type') type = text;
      else if (role.kind === 'image') image = text;
    }
    if (!filled) return undefined;
    const text = typeof draft.question_text === 'string' ? draft.question_text : '';
    const report = (code: ReportCode, detail: string, value = text, column?: string): Row => ({
      kind: 'report',
      place: row.place,
      code,
      detail,
      value,
      raw: row.raw,
      ...(column !== undefined && { column }),
    });
    if (row.errors !== undefined) {
      const index = row.errors.find((error) => roles[error] !== null && roles[error] !== undefined);
      if (index !== undefined) {
        const column = this.#headers[index] ?? '';
        return report('error_cell', `The formula in the cell "${column}" failed: ${row.cells[index]}.`, text, column);
      }
    }
    // Rows with only an id, a number or a total are not questions.
    if (text === '' && draft.correct_answer === undefined && (options?.every((option) => option.text === '') ?? true)) {
      return undefined;
    }
    if (text === '')
      return report(
        'empty_text',
        'The row has an answer but no question.',
        row.cells.join(' ').trim().slice(0, 200),
        this.#headers[roles.findIndex((role) => role?.kind === 'field' && role.field === 'question_text')],
      );
    if (image !== '')
      return report('picture', `The question needs a picture: ${image.slice(0, 200)}. It was not fetched.`);
    if (options !== undefined) {
      const problem = this.#readOptions(draft, options, key ?? '', type);
      if (problem !== undefined) return report(problem.code, problem.detail);
    }
    return { kind: 'question', draft, place: row.place, raw: row.raw };
  }

  #readOptions(
    draft: Draft,
    options: readonly { letter: string; text: string }[],
    key: string,
    type: string,
  ): { code: ReportCode; detail: string } | undefined {
    const kind = this.#game?.kindOf?.(type) ?? 'choice';
    const texts = options.map((option) => option.text);
    if (kind === 'unsupported')
      return { code: 'unsupported_type', detail: `Questions of type "${type}" are not supported.` };
    if (kind === 'several') return { code: 'several_answers', detail: `Several correct answers: ${key}.` };
    if (kind === 'words') {
      const [first, ...rest] = texts.filter((text) => text !== '');
      if (first === undefined) return { code: 'no_answer', detail: 'No answer is given.' };
      draft.correct_answer = first;
      if (rest.length > 0) draft.accepted_answers = rest;
      return undefined;
    }
    const found = findKey(options, key, this.#game !== undefined);
    if ('code' in found) return found;
    draft.correct_answer = found.answer;
    const wrong = texts.filter((text, index) => text !== '' && index !== found.index);
    if (wrong.length > 0) draft.incorrect_answers = wrong;
    return undefined;
  }
}

function noHeader(): FormatError {
  return new FormatError(
    'no_header',
    `No header was found in the first ${MAX_ROWS_ABOVE} rows. A table needs a column for the question ("question_text" or "question") and one for the answer ("correct_answer" or "answer"), or columns for options and a key.`,
  );
}

function clean(text: string): string {
  const trimmed = text.trim();
  return trimmed.includes('\r') ? trimmed.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : trimmed;
}

const LEVELS = new Map<string, number>([
  ...DIFFICULTIES.flatMap(({ level, name }) => [[name.toLowerCase(), level] as const, [String(level), level] as const]),
  ['easy', 0],
  ['medium', 1],
  ['hard', 2],
]);

/**
 * 0 to 2 or the name of a level; anything else is kept as a number or a text, to be rejected by the rules of the API.
 */
export function readDifficulty(text: string): number | string {
  return LEVELS.get(text) ?? LEVELS.get(text.toLowerCase()) ?? (/^-?\d{1,9}$/u.test(text) ? Number(text) : text);
}

function setField(draft: Draft, field: string, text: string): void {
  if (field === 'difficulty') draft.difficulty = readDifficulty(text);
  // Any other id belongs to another program.
  else if (field === 'id' && !isUuid(text)) draft.external_id ??= text;
  else draft[field as keyof Draft] = text;
}

/** Reads a JSON array of texts, otherwise texts separated by `|`. */
function readList(text: string): string[] {
  if (text.startsWith('[')) {
    try {
      const value: unknown = JSON.parse(text);
      if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    } catch {
      // It only looked like one.
    }
  }
  return text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
