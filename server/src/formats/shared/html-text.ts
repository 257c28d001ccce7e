import { decodeHTML } from 'entities';
import { Parser } from 'htmlparser2';
import { MAX_RECORD_LENGTH } from '../format.ts';
import { BLOCKS, isKnownElement, MEDIA } from './html-elements.ts';
import { raise } from './lowercase.ts';

export interface PlainText {
  text: string;
  /** The sources of its pictures, sounds and other files, which text cannot represent. */
  pictures: string[];
}

/**
 * Stand-ins for spaces, tabs, line breaks and no-break spaces that a `pre` keeps. Neither XML nor our texts can contain
 * them.
 */
const KEPT_BLANK = '\u0001';
const KEPT_TAB = '\u0002';
const KEPT_LINE = '\u0003';
const KEPT_HARD_BLANK = '\u0005';

/**
 * HTML as plain text. Blocks and `br` are line breaks, list items begin with "- " or their number, cells of a row are
 * separated by " | ", and superscripts and subscripts become those of Unicode or ^(…) and _(…). Formulas stay: TeX
 * unchanged, Canvas and MathML annotations as \(…\). Runs of spaces collapse and empty lines are dropped, except in
 * `pre`. A tag that HTML does not define is text: "vector<int>".
 */
export function htmlToText(html: string): PlainText {
  const short = html.length > MAX_LENGTH ? html.replace(/"data:([\w/+.-]{0,50})[^"]*"/gu, '"data:$1"') : html;
  // No question has this much text, so it will be rejected anyway.
  if (short.length > MAX_RECORD_LENGTH) return { text: short, pictures: [] };
  if (short.length > MAX_LENGTH || count(short, '<') > MAX_TAGS || count(short, '&') > MAX_TAGS)
    return stripTags(short);
  const writer = new TextWriter(short);
  const parser = new Parser(
    {
      onopentag: (name, attributes, implied) =>
        writer.open(name, attributes, implied, parser.startIndex, parser.endIndex),
      onclosetag: (name, implied) => writer.close(name, implied),
      ontext: (text) => writer.text(text),
    },
    { decodeEntities: true },
  );
  parser.end(short);
  return writer.finish();
}

/**
 * The maximum number of tags and entities. The parser moves all open elements for each new one: 5,000 take 10 ms,
 * 100,000 would take seconds.
 */
const MAX_TAGS = 5000;

/** The maximum length without embedded pictures: 30 times the longest text of a question. */
const MAX_LENGTH = 128 * 1024;

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0 && found <= MAX_TAGS; at = text.indexOf(character, at + 1)) found += 1;
  return found;
}

/** For input that no editor writes: the text between its tags, without lines and lists. */
function stripTags(html: string): PlainText {
  const pictures = /<(?:img|audio|video|object|embed|iframe|svg)[\s>/]/iu.test(html) ? ['(one of many)'] : [];
  const text = decodeHTML(html.replace(/<[^<>]{0,2000}>/gu, ' '));
  return { text: text.replace(/[\s\u00a0]+/gu, ' ').trim(), pictures };
}

const PERHAPS_HTML = /<\/?[a-z][a-z\d]{0,12}(?:\s[^<>]{0,2000})?\/?>|&(?:[a-z]{2,20}|#\d{1,6}|#x[\da-f]{1,5});/iu;

/** For a text that may or may not be HTML: it counts as HTML if it has a tag or an entity. */
export function perhapsHtmlToText(text: string): PlainText {
  return PERHAPS_HTML.test(text) ? htmlToText(text) : { text: text.trim(), pictures: [] };
}

/** Links to such files count as recordings, because they are meant to be seen or heard. */
const RECORDING = /\.(?:mp3|ogg|oga|wav|m4a|aac|mp4|webm|ogv|mov|avi|png|jpe?g|gif|svg|webp)(?:[?#]|$)/iu;

interface Frame {
  name: string;
  /** The surrounding text, while this element collects its own. */
  outside?: string;
  count?: number;
}

class TextWriter {
  readonly #html: string;
  readonly #pictures: string[] = [];
  readonly #frames: Frame[] = [];
  #out = '';
  #pre = 0;
  #silent = 0;
  /** The TeX annotation of the current MathML formula. */
  #tex: string | undefined;

  constructor(html: string) {
    this.#html = html;
  }

  open(name: string, attributes: Record<string, string>, implied: boolean, start: number, end: number): void {
    if (!isKnownElement(name)) {
      if (!implied) this.text(this.#html.slice(start, end + 1));
      return;
    }
    if (name === 'br' || name === 'hr') this.#newLine();
    else if (name === 'img') this.#image(attributes);
    else if (MEDIA.has(name) || (name === 'a' && RECORDING.test(attributes['href'] ?? ''))) this.#media(attributes);
    else if (name === 'td' || name === 'th') this.#cell();
    if (BLOCKS.has(name)) this.#newLine();
    const frame: Frame = { name };
    if (name === 'sup' || name === 'sub' || name === 'math' || name === 'annotation') {
      frame.outside = this.#out;
      this.#out = '';
    }
    if (name === 'math') this.#tex = attributes['alttext'];
    if (name === 'pre') this.#pre += 1;
    if (name === 'script' || name === 'style' || name === 'title') this.#silent += 1;
    if (name === 'ul' || name === 'ol') frame.count = 0;
    if (name === 'li') this.#bullet();
    this.#frames.push(frame);
  }

  close(name: string, implied: boolean): void {
    if (!isKnownElement(name)) {
      if (!implied) this.text(`</${name}>`);
      return;
    }
    const at = this.#frames.findLastIndex((frame) => frame.name === name);
    if (at < 0) return;
    for (const frame of this.#frames.splice(at).reverse()) this.#leave(frame);
  }

  #leave({ name, outside }: Frame): void {
    if (outside !== undefined) {
      const inside = this.#out;
      this.#out = outside;
      if (name === 'sup' || name === 'sub') this.#out += raise(inside.trim(), name);
      else if (name === 'annotation') this.#tex ??= inside.trim();
      else {
        this.#out += this.#tex === undefined ? inside.replace(/\s+/gu, '') : `\\(${this.#tex}\\)`;
        this.#tex = undefined;
      }
    }
    if (name === 'pre') this.#pre -= 1;
    if (name === 'script' || name === 'style' || name === 'title') this.#silent -= 1;
    if (BLOCKS.has(name)) this.#newLine();
  }

  text(text: string): void {
    if (this.#silent > 0) return;
    this.#out += this.#pre > 0 ? keepBlanks(text) : text.replace(/[\s\u00a0]+/gu, ' ');
  }

  #newLine(): void {
    if (!this.#out.endsWith('\n')) this.#out += '\n';
  }

  #cell(): void {
    const line = this.#out.slice(this.#out.lastIndexOf('\n') + 1);
    if (line.trim() !== '') this.#out += ' | ';
  }

  #bullet(): void {
    const list = this.#frames.findLast((frame) => frame.count !== undefined);
    if (list?.count === undefined) return;
    list.count += 1;
    this.#out += list.name === 'ol' ? `${list.count}. ` : '- ';
  }

  #image(attributes: Record<string, string>): void {
    const tex = attributes['data-equation-content'];
    if (tex !== undefined) this.#out += `\\(${tex}\\)`;
    else this.#media(attributes);
  }

  #media(attributes: Record<string, string>): void {
    const source = attributes['src'] ?? attributes['data'] ?? attributes['href'] ?? attributes['alt'] ?? '';
    this.#pictures.push(source.startsWith('data:') ? source.slice(0, source.search(/[;,]|$/u)) : source.slice(0, 500));
  }

  finish(): PlainText {
    for (const frame of this.#frames.reverse()) this.#leave(frame);
    const lines = this.#out
      .split('\n')
      .map((line) => line.replace(/ {2,}/gu, ' ').trim())
      .filter((line) => line !== '');
    return { text: releaseBlanks(lines.join('\n')).trim(), pictures: this.#pictures };
  }
}

function keepBlanks(text: string): string {
  return text
    .replaceAll(' ', KEPT_BLANK)
    .replaceAll('\t', KEPT_TAB)
    .replaceAll('\n', KEPT_LINE)
    .replaceAll('\u00a0', KEPT_HARD_BLANK);
}

function releaseBlanks(text: string): string {
  return text
    .replaceAll(KEPT_BLANK, ' ')
    .replaceAll(KEPT_TAB, '\t')
    .replaceAll(KEPT_LINE, '\n')
    .replaceAll(KEPT_HARD_BLANK, '\u00a0');
}
