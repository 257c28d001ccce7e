import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { FormatError, type Input, type NoteRow, type ReadOptions } from '../format.ts';
import { pieces } from './pieces.ts';

/** The number of bytes examined after the first non-ASCII byte, before the encoding is decided. */
const LOOK_AHEAD = 4096;

interface Guess {
  encoding: string;
  /** False if another encoding matches as well. */
  sure: boolean;
}

/**
 * The order of checks: a byte order mark, NUL bytes (UTF-16), valid UTF-8, the declared encoding, and then
 * Windows-1252, or Mac Roman if lines end with CR alone, which only old Macs write. `atEnd` means that no bytes follow,
 * so that a truncated character is an error; `before` is the ASCII text before them.
 */
export function guessEncoding(bytes: Uint8Array, atEnd = true, declared?: string, before = ''): Guess {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', sure: true };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', sure: true };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', sure: true };
  const nuls = countNuls(bytes);
  if (nuls.odd > 0 && nuls.odd > nuls.even * 4) return { encoding: 'utf-16le', sure: true };
  if (nuls.even > 0 && nuls.even > nuls.odd * 4) return { encoding: 'utf-16be', sure: true };
  if (isUtf8(atEnd ? bytes : withoutCutCharacter(bytes))) return { encoding: 'utf-8', sure: true };
  if (declared !== undefined && !/^utf-?8$/iu.test(declared)) return { encoding: declared, sure: true };
  const start = before + Buffer.from(bytes.subarray(0, LOOK_AHEAD)).toString('latin1');
  return { encoding: endsLinesWithCr(start) ? 'macintosh' : 'windows-1252', sure: false };
}

/** Only the first line decides: inside a cell, even old Macs break lines with LF. */
function endsLinesWithCr(start: string): boolean {
  const end = start.search(/[\r\n]/u);
  return end >= 0 && start[end] === '\r' && end + 1 < start.length && start[end + 1] !== '\n';
}

function countNuls(bytes: Uint8Array): { even: number; odd: number } {
  const counts = { even: 0, odd: 0 };
  const end = Math.min(bytes.length, LOOK_AHEAD);
  for (let index = 0; index < end; index += 1) {
    if (bytes[index] === 0) counts[index % 2 === 0 ? 'even' : 'odd'] += 1;
  }
  return counts;
}

/** Removes the first bytes of a character that may continue in the next piece. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back);
    if (byte < 0x80) return bytes;
  }
  return bytes;
}

/** The text of a file, piece by piece. All encodings agree on ASCII, so the guess is made at the first other byte. */
export class TextInput {
  /** Undefined while everything is ASCII. */
  guess: Guess | undefined;
  readonly #input: Input;
  readonly #options: ReadOptions;
  readonly #findDeclared: (start: string) => string | undefined;
  /** The number of lines before the current piece, for messages. */
  #lines = 0;

  constructor(
    input: Input,
    options: ReadOptions = {},
    findDeclared: (start: string) => string | undefined = () => undefined,
  ) {
    this.#input = input;
    this.#options = options;
    this.#findDeclared = findDeclared;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void, undefined> {
    let decoder: TextDecoder | undefined;
    let waiting: Uint8Array[] = [];
    let size = 0;
    let start = '';
    if (this.#options.encoding !== undefined) {
      this.guess = { encoding: this.#options.encoding, sure: true };
      decoder = decoderOf(this.guess.encoding);
    }
    for await (const piece of pieces(this.#input)) {
      this.#options.onPiece?.();
      if (decoder !== undefined) {
        yield this.#decode(decoder, piece);
        continue;
      }
      const plain = size === 0 && isAscii(piece) && !piece.includes(0);
      if (plain) {
        const text = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
        if (start.length < LOOK_AHEAD) start += text;
        yield this.#count(text);
        continue;
      }
      waiting.push(piece);
      size += piece.length;
      if (size < LOOK_AHEAD) continue;
      const bytes = Buffer.concat(waiting);
      this.guess = this.#guess(bytes, false, start);
      decoder = decoderOf(this.guess.encoding);
      waiting = [];
      yield this.#decode(decoder, bytes);
    }
    if (decoder === undefined && size > 0) {
      const bytes = Buffer.concat(waiting);
      this.guess = this.#guess(bytes, true, start);
      decoder = decoderOf(this.guess.encoding);
      yield this.#decode(decoder, bytes);
    }
    if (decoder !== undefined) yield this.#decode(decoder);
  }

  #guess(bytes: Uint8Array, atEnd: boolean, before: string): Guess {
    const start = before + Buffer.from(bytes.subarray(0, LOOK_AHEAD)).toString('latin1');
    return guessEncoding(bytes, atEnd, this.#findDeclared(start.slice(0, LOOK_AHEAD)), before);
  }

  #decode(decoder: TextDecoder, bytes?: Uint8Array): string {
    try {
      return this.#count(decoder.decode(bytes, { stream: bytes !== undefined }));
    } catch {
      throw new FormatError(
        'invalid_encoding',
        `After line ${this.#lines + 1} there are bytes that are not ${decoder.encoding}. Save the file as UTF-8, or specify its encoding.`,
        { line: this.#lines + 1 },
      );
    }
  }

  #count(text: string): string {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#lines += 1;
    return text;
  }

  /** What the caller should know about the guess; empty if there was nothing to guess. */
  note(): NoteRow | undefined {
    if (this.guess === undefined || this.guess.sure) return undefined;
    const { encoding } = this.guess;
    return {
      kind: 'note',
      place: {},
      code: 'encoding',
      detail: `The file is not UTF-8 and was read as ${encoding}. If accented letters look wrong, specify its encoding.`,
      value: encoding,
    };
  }
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new FormatError('invalid_encoding', `Unknown encoding "${label.slice(0, 40)}".`);
  }
}
