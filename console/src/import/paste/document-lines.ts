import type { PasteNode } from './node.ts';
import { isBold, isHidden, markerOf, numeralsOf, styleOf } from './styles.ts';

interface Part {
  text: string;
  isBold: boolean;
}

/** A line of the document, with the number or the bullet that its list gives it. */
export interface DocumentLine {
  marker: string;
  parts: Part[];
}

interface Context {
  isBold: boolean;
  /** The number of lists around the node. */
  level: number;
  list?: { node: PasteNode; next: number };
}

const BLOCKS = new Set(
  'address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
const IGNORED = new Set(['style', 'script', 'title', 'head', 'template', 'noscript', '#other']);
/** Documents are less than 20 levels deep. Deeper nodes are left out. */
const MAX_DEPTH = 200;
const SMALL: Readonly<Record<string, string>> = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹', sub: '₀₁₂₃₄₅₆₇₈₉' };

/** The lines of a document, as a reader sees them. */
export function linesOf(root: PasteNode): DocumentLine[] {
  const lines = new LineBuilder();
  lines.read(root, { isBold: false, level: 0 }, 0);
  return lines.end();
}

class LineBuilder {
  readonly #lines: DocumentLine[] = [];
  #parts: Part[] = [];
  /** Waits for the first text of its list item. */
  #marker = '';

  end(): DocumentLine[] {
    this.#breakLine();
    return this.#lines;
  }

  read(node: PasteNode, context: Context, depth: number): void {
    const { name } = node;
    if (name === '#text') return this.#addText(node.text, context.isBold);
    if (IGNORED.has(name) || depth > MAX_DEPTH || isHidden(node)) return;
    if (name === 'br') return this.#breakLine();
    if (name === 'img') return this.#add('[picture]', context.isBold);
    if (styleOf(node, 'mso-list') === 'ignore') return this.#takeMarker(node);
    if (styleOf(node, 'mso-tab-count') !== '') return this.#add('\t', context.isBold);
    if (SMALL[name] !== undefined) return this.#add(smallText(textOf(node, depth), SMALL[name]), context.isBold);
    if (name === 'tr') return this.#readRow(node, context, depth);
    const isBlock = BLOCKS.has(name);
    if (isBlock) this.#breakLine();
    const before = this.#lines.length;
    if (name === 'li') this.#startItem(node, context);
    const isList = name === 'ol' || name === 'ul';
    const inner: Context = {
      isBold: isBold(node, context.isBold),
      level: context.level + (isList ? 1 : 0),
      ...(isList
        ? { list: { node, next: Number(node.attribute('start')) || 1 } }
        : context.list && { list: context.list }),
    };
    for (const child of node.children) this.read(child, inner, depth + 1);
    if (isBlock) this.#breakLine();
    if (name === 'p' && this.#lines.length === before) this.#addBlankLine();
    if (name === 'li') this.#marker = '';
  }

  #startItem(item: PasteNode, { list, level }: Context): void {
    if (list === undefined) return;
    const given = Number(item.attribute('aria-level') || item.attribute('data-aria-level'));
    const number = Number(item.attribute('value')) || list.next;
    list.next = number + 1;
    this.#marker = markerOf(numeralsOf(list.node, item, given || level), number);
  }

  /** Word writes the number of a list item as text. Bullets are letters of a font of symbols. */
  #takeMarker(node: PasteNode): void {
    const text = textOf(node, 0).replaceAll(/\s+/gu, '');
    this.#marker = /[a-z\d]/iu.test(text) && text !== 'o' ? `${text} ` : '- ';
  }

  /** The cells of a row on one line, unless a cell has several lines. */
  #readRow(row: PasteNode, context: Context, depth: number): void {
    this.#breakLine();
    const cells: DocumentLine[][] = [];
    for (const cell of row.children) {
      if (cell.name !== 'td' && cell.name !== 'th') continue;
      const lines = new LineBuilder();
      for (const child of cell.children) lines.read(child, { isBold: context.isBold, level: 0 }, depth + 1);
      cells.push(lines.end());
    }
    if (cells.some((lines) => lines.length > 1)) this.#lines.push(...cells.flat());
    else {
      const texts = cells.map(([line]) =>
        line === undefined ? [] : [{ text: line.marker, isBold: false }, ...line.parts],
      );
      const parts = texts.flatMap((one, index) => (index === 0 ? one : [{ text: '\t', isBold: false }, ...one]));
      this.#lines.push({ marker: '', parts });
    }
  }

  #addText(text: string, bold: boolean): void {
    // A tab is a character of LibreOffice's text; indentation comes with a line break.
    this.#add(
      text.replaceAll(/[ \t\n\r\f]+/gu, (space) => (space.includes('\t') && !/[\n\r]/u.test(space) ? '\t' : ' ')),
      bold,
    );
  }

  #add(text: string, bold: boolean): void {
    const plain = text.replaceAll('\u00a0', ' ');
    const shown = this.#parts.length === 0 ? plain.trimStart() : plain;
    if (shown !== '') this.#parts.push({ text: shown, isBold: bold });
  }

  #breakLine(): void {
    if (this.#parts.length === 0) return;
    this.#lines.push({ marker: this.#marker, parts: this.#parts });
    this.#marker = '';
    this.#parts = [];
  }

  /** An empty paragraph. */
  #addBlankLine(): void {
    if ((this.#lines.at(-1)?.parts.length ?? 0) > 0) this.#lines.push({ marker: '', parts: [] });
  }
}

function textOf(node: PasteNode, depth: number): string {
  if (node.name === '#text') return node.text;
  if (depth > MAX_DEPTH || IGNORED.has(node.name)) return '';
  return Array.from(node.children, (child) => textOf(child, depth + 1)).join('');
}

/** "H₂O" and "10³". Other small text keeps its size. */
function smallText(text: string, digits: string): string {
  return /^\d+$/u.test(text) ? Array.from(text, (digit) => digits[Number(digit)] ?? digit).join('') : text;
}
