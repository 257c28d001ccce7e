import { DIFFICULTIES } from '../../domain/questions/difficulty.ts';
import { isUuid } from '../../domain/uuid.ts';
import { blooket } from '../blooket/blooket.ts';
import type { Draft, Place, ReadOptions, ReportCode, Row } from '../format.ts';
import { kahoot } from '../kahoot/kahoot.ts';
import { isOpenolatStart, OpenolatReader } from '../openolat/openolat.ts';
import { quizizz } from '../quizizz/quizizz.ts';
import { describeRole, headerKey, type Role } from './columns.ts';
import type { GameSheet } from './game-sheet.ts';
import { type FoundHeader, HeaderSearch, type TableRow } from './header-search.ts';
import { findKey } from './key.ts';

interface Option {
  letter: string;
  text: string;
  /** Of its column. */
  index: number;
}

/** The number of characters of a header that are shown. */
const MAX_SHOWN_HEADER = 200;
const GAMES: readonly GameSheet[] = [kahoot, quizizz, blooket];

const NO_KEY = { text: '', index: -1 };
const IN_THE_KEY = new Set<ReportCode>(['no_answer', 'bad_key', 'ambiguous_key', 'several_answers']);

/** Converts rows of cells into questions. The rows above the header are skipped. */
export class TableReader {
  readonly #search: HeaderSearch;
  #blocks: OpenolatReader | undefined;
  #roles: (Role | null)[] | undefined;
  #headers: readonly string[] = [];
  #game: GameSheet | undefined;
  #rows = 0;

  constructor(options: ReadOptions) {
    this.#search = new HeaderSearch(options);
  }

  read(row: TableRow): Row[] {
    if (this.#roles === undefined && this.#blocks === undefined && isOpenolatStart(row.cells))
      this.#blocks = new OpenolatReader();
    if (this.#blocks !== undefined) return this.#blocks.read(row.cells, row.place, row.raw);
    if (this.#roles !== undefined) return this.#readBelow(row, this.#roles);
    const found = this.#search.take(row);
    return found === undefined ? [] : this.#begin(found, row.place);
  }

  /** The rows that can only be reported at the end. */
  end(): Row[] {
    if (this.#blocks !== undefined) return this.#blocks.end();
    const found = this.#roles === undefined ? this.#begin(this.#search.end(), {}) : [];
    if (this.#rows > 0) return found;
    return [
      ...found,
      { kind: 'note', place: {}, code: 'no_questions', detail: 'The table has a header but no rows.', value: '' },
    ];
  }

  /** Begins below the header with the rows that were read while it was searched. */
  #begin({ roles, names, header, below }: FoundHeader, place: Place): Row[] {
    this.#roles = roles;
    this.#headers = names;
    const keys = new Set(names.map(headerKey));
    this.#game = GAMES.find((game) => game.header.every((name) => keys.has(name)));
    const columns = roles.map((role, index) => ({
      header: (names[index] ?? '').slice(0, MAX_SHOWN_HEADER),
      field: describeRole(role),
    }));
    return [
      { kind: 'columns', place: header?.place ?? place, columns, raw: header?.raw ?? '' },
      ...below.flatMap((row) => this.#readBelow(row, roles)),
    ];
  }

  #readBelow(row: TableRow, roles: (Role | null)[]): Row[] {
    if (this.#rows === 0 && this.#game?.isHelp?.(row.cells) === true) return [];
    const found = this.#readRow(row, roles);
    if (found === undefined) return [];
    this.#rows += 1;
    return [found];
  }

  #readRow(row: TableRow, roles: readonly (Role | null)[]): Row | undefined {
    const draft: Draft = {};
    const cells: Record<string, number[]> = {};
    let options: Option[] | undefined;
    let key: { text: string; index: number } | undefined;
    let type = '';
    let image = '';
    let filled = false;
    for (let index = 0; index < roles.length; index += 1) {
      const role = roles[index];
      if (role === null || role === undefined) continue;
      const text = clean(row.cells[index] ?? '');
      if (role.kind === 'option') {
        options ??= [];
        options.push({ letter: role.letter, text, index });
      } else if (role.kind === 'key') key = { text, index };
      if (text === '') continue;
      filled = true;
      if (role.kind === 'field') setField(draft, role.field, text);
      else if (role.kind === 'list') draft[role.field] = readList(text);
      else if (role.kind === 'item') {
        ((draft[role.field] ??= []) as string[]).push(text);
        (cells[role.field] ??= []).push(index);
      } else if (role.kind === 'type') type = text;
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
      const problem = this.#readOptions(draft, cells, options, key, type);
      if (problem !== undefined) return report(problem.code, problem.detail, text, this.#columnOf(problem.code, key));
    }
    return {
      kind: 'question',
      draft,
      place: row.place,
      raw: row.raw,
      ...(Object.keys(cells).length > 0 && { cells }),
    };
  }

  /** The column of the key, if that is what to correct. */
  #columnOf(code: ReportCode, key: { index: number } | undefined): string | undefined {
    return key !== undefined && IN_THE_KEY.has(code) ? this.#headers[key.index] : undefined;
  }

  #readOptions(
    draft: Draft,
    cells: Record<string, number[]>,
    options: readonly Option[],
    { text: key, index: keyIndex } = NO_KEY,
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
    const wrong = options.filter(({ text }, index) => text !== '' && index !== found.index);
    if (wrong.length > 0) draft.incorrect_answers = wrong.map(({ text }) => text);
    cells['correct_answer'] = [options[found.index]?.index ?? keyIndex];
    cells['incorrect_answers'] = wrong.map(({ index }) => index);
    return undefined;
  }
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
