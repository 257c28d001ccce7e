import type { XmlElement } from '../shared/xml.ts';

/** QTI 3.0 has the tree of 2.x with different names: qti-choice-interaction is choiceInteraction, map-key is mapKey. */
export function normalise(element: XmlElement): XmlElement {
  const qti = element.name.startsWith('qti-');
  return {
    name: qti ? camel(element.name.slice('qti-'.length)) : element.name,
    attributes: qti
      ? Object.fromEntries(Object.entries(element.attributes).map(([name, value]) => [camel(name), value]))
      : element.attributes,
    children: element.children.map((child) => (typeof child === 'string' ? child : normalise(child))),
  };
}

function camel(name: string): string {
  return name.replace(/-([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}
