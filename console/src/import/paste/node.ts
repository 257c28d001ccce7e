/** The part of the DOM that is needed to read a document, so that tests need no browser. */
export interface PasteNode {
  /** In lower case; `#text` for text, `#other` for comments and the like. */
  name: string;
  /** Of a text. */
  text: string;
  attribute(name: string): string;
  children: Iterable<PasteNode>;
}

const STYLE = 'data-pasted-style';
const STYLE_ELEMENT = 'pasted-style';

/**
 * Reads the clipboard's HTML. No script runs and nothing is loaded. Styles get other names, because the content policy
 * of the page applies to the parsed document and would report each of them.
 */
export function parseHtml(html: string): PasteNode {
  const renamed = html
    .replaceAll(/([\s"'])style(?=\s{0,3}=)/giu, `$1${STYLE}`)
    .replaceAll(/<(\/?)style\b/giu, `<$1${STYLE_ELEMENT}`);
  return wrap(new DOMParser().parseFromString(renamed, 'text/html').body);
}

function wrap(node: Node): PasteNode {
  const element = node instanceof Element ? node : undefined;
  const isStyle = element?.localName === STYLE_ELEMENT;
  return {
    name: isStyle ? 'style' : (element?.localName ?? (node.nodeType === Node.TEXT_NODE ? '#text' : '#other')),
    text: (node.nodeValue ?? '').replaceAll(STYLE, 'style'),
    attribute: (name) => element?.getAttribute(name === 'style' ? STYLE : name) ?? '',
    get children() {
      return Array.from(node.childNodes, wrap);
    },
  };
}
