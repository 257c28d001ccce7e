import type { XmlElement } from './xml.ts';

export const elementsIn = (element: XmlElement | undefined): XmlElement[] =>
  element?.children.filter((child): child is XmlElement => typeof child !== 'string') ?? [];

export const childrenNamed = (element: XmlElement | undefined, name: string): XmlElement[] =>
  elementsIn(element).filter((child) => child.name === name);

export const childNamed = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  elementsIn(element).find((child) => child.name === name);

/** All elements below, in document order. The reader limits the depth of a document. */
export function* descendants(element: XmlElement | undefined): Generator<XmlElement, void, undefined> {
  for (const child of elementsIn(element)) {
    yield child;
    yield* descendants(child);
  }
}

export const findAll = (element: XmlElement | undefined, name: string): XmlElement[] =>
  [...descendants(element)].filter((found) => found.name === name);

export function findFirst(element: XmlElement | undefined, name: string): XmlElement | undefined {
  for (const found of descendants(element)) if (found.name === name) return found;
  return undefined;
}

/** Its text, without tags. */
export function textOf(element: XmlElement | undefined): string {
  return (element?.children ?? []).map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

export const hasMarkup = (element: XmlElement | undefined): boolean => elementsIn(element).length > 0;

/** Its content as HTML, for elements that contain tags themselves. */
export function innerHtml(element: XmlElement | undefined): string {
  return (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? escapeText(child) : outerHtml(child)))
    .join('');
}

function outerHtml(element: XmlElement): string {
  const attributes = Object.entries(element.attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
  return `<${element.name}${attributes.join('')}>${innerHtml(element)}</${element.name}>`;
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A line break in an attribute would be read as a space. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** The two code points that our texts may contain and XML may not. */
export const isInvalidXml = (text: string) => /[\ufffe\uffff]/u.test(text);
