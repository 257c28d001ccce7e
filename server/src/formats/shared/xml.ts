import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { FormatError, type Input, type NoteRow, type Place, type ReadOptions } from '../format.ts';
import { TextInput } from './decode.ts';
import { pauses } from './pieces.ts';

export interface XmlElement {
  /** Without its prefix: elements are identified by local names, in any namespace. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (XmlElement | string)[];
}

export interface Found {
  element: XmlElement;
  /** The line on which it begins. */
  line: number;
  raw: string;
  /** The names of the elements around it, from the root. */
  path: readonly string[];
}

/** No real file nests deeper than 40 levels; a million levels are an attack. */
const MAX_DEPTH = 200;
/** The maximum length of an item, including embedded pictures from Moodle, and of the text between two tags. */
export const MAX_ELEMENT_LENGTH = 4 * 2 ** 20;
/** The number of characters parsed without a pause: 2,000 of the shortest elements, in 5 to 10 ms. */
const SLICE = 8192;
/** The maximum number of elements and texts in one item. */
const MAX_NODES = 100_000;
/** The maximum per element; the formats use at most 20. */
const MAX_ATTRIBUTES = 200;

interface XmlOptions extends ReadOptions {
  /** Called with the name of the root; if it throws, reading stops. */
  onRoot?: (name: string) => void;
  /** The name of the file, for messages. */
  file?: string;
}

/**
 * The elements for which `isWanted` is true, each with its content, one after another; the rest of the document is
 * checked and dropped. Document types are not read: a bare one is skipped, and one with declarations is rejected, which
 * rules out all entities except the five of XML.
 */
export class XmlElements {
  readonly #text: TextInput;
  readonly #options: XmlOptions;
  readonly #isWanted: (name: string, path: readonly string[]) => boolean;

  constructor(input: Input, isWanted: (name: string, path: readonly string[]) => boolean, options: XmlOptions = {}) {
    this.#text = new TextInput(input, options, declaredEncoding);
    this.#isWanted = isWanted;
    this.#options = options;
  }

  note(): NoteRow | undefined {
    return this.#text.note();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Found, void, undefined> {
    const builder = new Builder(this.#isWanted, this.#options);
    const pause = pauses();
    for await (const piece of this.#text) {
      for (let at = 0; at < piece.length; at += SLICE) {
        yield* builder.push(piece.slice(at, at + SLICE));
        await pause();
      }
    }
    yield* builder.end();
  }
}

function declaredEncoding(start: string): string | undefined {
  return /^\s{0,100}<\?xml[^>]{0,200}encoding\s{0,10}=\s{0,10}["']([\w.:-]{1,40})["']/u.exec(start)?.[1];
}

class Builder {
  readonly #parser = new SaxesParser<{ xmlns: false; position: true }>({ xmlns: false, position: true });
  readonly #isWanted: (name: string, path: readonly string[]) => boolean;
  readonly #options: XmlOptions;
  readonly #path: string[] = [];
  #found: Found[] = [];
  /** The source text since `#base`, as long as it may be needed. */
  #source = '';
  #base = 0;
  #lastEvent = 0;
  /** The open elements inside the wanted one, itself first. */
  #open: XmlElement[] = [];
  #start = 0;
  #line = 1;
  #nodes = 0;
  #attributes = 0;
  #any = false;

  constructor(isWanted: (name: string, path: readonly string[]) => boolean, options: XmlOptions) {
    this.#isWanted = isWanted;
    this.#options = options;
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw this.#broken(error.message);
    });
    parser.on('doctype', (doctype) => {
      this.#seen();
      if (doctype.includes('[')) {
        throw new FormatError(
          'xml_doctype',
          'The file declares its own document type. Remove the part in square brackets after <!DOCTYPE.',
          this.#place(),
        );
      }
    });
    parser.on('opentagstart', () => {
      this.#attributes = 0;
    });
    parser.on('attribute', () => this.#countAttribute());
    parser.on('opentag', (tag) => this.#opened(tag));
    parser.on('closetag', () => this.#closed());
    parser.on('text', (text) => this.#add(text));
    parser.on('cdata', (text) => this.#add(text));
    parser.on('comment', () => this.#seen());
  }

  push(piece: string): Found[] {
    this.#any ||= /\S/u.test(piece);
    this.#source += piece;
    this.#parser.write(piece);
    const read = this.#base + this.#source.length;
    if (
      read - this.#lastEvent > MAX_ELEMENT_LENGTH ||
      (this.#open.length > 0 && read - this.#start > MAX_ELEMENT_LENGTH)
    ) {
      throw new FormatError(
        'too_long',
        `An element is longer than ${MAX_ELEMENT_LENGTH.toLocaleString('en')} characters.`,
        this.#place(),
      );
    }
    // A tag may be incomplete, so its beginning is still needed.
    const keep = this.#open.length > 0 ? this.#start : this.#lastEvent;
    this.#source = this.#source.slice(keep - this.#base);
    this.#base = keep;
    return this.#take();
  }

  end(): Found[] {
    if (!this.#any) throw new FormatError('empty_file', 'The file is empty.', this.#place());
    this.#parser.close();
    return this.#take();
  }

  #take(): Found[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #place(): Place {
    return { line: this.#parser.line, ...(this.#options.file !== undefined && { file: this.#options.file }) };
  }

  #broken(message: string): FormatError {
    return new FormatError('invalid_xml', `The XML is broken: ${message.slice(0, 200)}`, this.#place());
  }

  #seen(): void {
    this.#lastEvent = this.#parser.position;
  }

  #opened(tag: SaxesTagPlain): void {
    const name = localName(tag.name);
    if (this.#path.length === 0) this.#options.onRoot?.(name);
    const inside = this.#open.at(-1);
    if (inside !== undefined || this.#isWanted(name, this.#path)) {
      if (inside === undefined) {
        this.#start = this.#base + this.#source.lastIndexOf('<', this.#parser.position - this.#base - 1);
        this.#line = this.#parser.line;
        this.#nodes = 0;
      }
      const element: XmlElement = { name, attributes: localAttributes(tag.attributes), children: [] };
      this.#count();
      inside?.children.push(element);
      this.#open.push(element);
    }
    this.#path.push(name);
    if (this.#path.length > MAX_DEPTH) throw this.#broken(`elements are nested more than ${MAX_DEPTH} deep`);
    this.#seen();
  }

  #closed(): void {
    this.#path.pop();
    const element = this.#open.pop();
    if (element !== undefined && this.#open.length === 0) {
      const raw = this.#source.slice(this.#start - this.#base, this.#parser.position - this.#base);
      this.#found.push({ element, line: this.#line, raw, path: [...this.#path] });
    }
    this.#seen();
  }

  #add(text: string): void {
    this.#lastEvent = this.#parser.position - 1; // the parser has already read the next "<"
    const inside = this.#open.at(-1);
    if (inside === undefined) return;
    this.#count();
    inside.children.push(text);
  }

  #countAttribute(): void {
    this.#attributes += 1;
    if (this.#attributes > MAX_ATTRIBUTES)
      throw new FormatError('too_many', `An element has more than ${MAX_ATTRIBUTES} attributes.`, this.#place());
  }

  #count(): void {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES)
      throw new FormatError(
        'too_many',
        `An element has more than ${MAX_NODES.toLocaleString('en')} parts.`,
        this.#place(),
      );
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function localAttributes(attributes: Record<string, string>): Record<string, string> {
  const local: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith('xmlns')) local[name === 'xml:lang' || name === 'xml:base' ? name : localName(name)] = value;
  }
  return local;
}
