/** An element of an SVG for tests. */
export interface Element {
  name: string;
  attributes: ReadonlyMap<string, string>;
  text: string;
  depth: number;
}

const TOKEN = /<(\/?)([a-zA-Z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)|(<)/gu;
const ENTITY = /&(?:amp|lt|gt|quot|#39);/g;
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/** Parses a document strictly and throws if it is not well-formed; supports only what our documents may contain. */
export function readSvg(svg: string): Element[] {
  if (NOT_XML.test(svg)) throw new Error('a character that XML does not allow');
  const elements: Element[] = [];
  const open: Element[] = [];
  for (const [whole, closing, name = '', attributes = '', empty, text, stray] of svg.matchAll(TOKEN)) {
    if (stray !== undefined) throw new Error('markup that is no element');
    if (whole.replace(ENTITY, '').includes('&')) throw new Error(`an unescaped & in ${whole}`);
    const inner = open.at(-1);
    if (text !== undefined) {
      if (inner === undefined && text.trim() !== '') throw new Error('text outside the root');
      if (inner !== undefined) inner.text += unescape(text);
    } else if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`${name} closes what it did not open`);
    } else {
      if (inner === undefined && elements.length > 0) throw new Error('a second root');
      const element = { name, attributes: readAttributes(attributes), text: '', depth: open.length };
      elements.push(element);
      if (empty !== '/') open.push(element);
    }
  }
  if (open.length > 0) throw new Error(`${open.at(-1)?.name} is never closed`);
  return elements;
}

function readAttributes(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', value = ''] of source.matchAll(/([\w:.-]+)="([^"]*)"/g)) {
    if (attributes.has(name)) throw new Error(`${name} is repeated`);
    attributes.set(name, unescape(value));
  }
  return attributes;
}

function unescape(text: string): string {
  const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
  return text.replace(ENTITY, (entity) => signs[entity] ?? entity);
}
