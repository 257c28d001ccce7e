import type { PasteNode } from './node.ts';

/** The value of a property in the `style` attribute, in lower case. */
export function styleOf(node: PasteNode, property: string): string {
  for (const declaration of node.attribute('style').split(';')) {
    const colon = declaration.indexOf(':');
    if (declaration.slice(0, colon).trim().toLowerCase() === property)
      return declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase();
  }
  return '';
}

/** Google Docs wraps the whole clipboard in `<b style="font-weight:normal">`, so the style comes first. */
export function isBold(node: PasteNode, inherited: boolean): boolean {
  const weight = styleOf(node, 'font-weight');
  if (weight === 'bold' || weight === 'bolder' || Number(weight) >= 600) return true;
  if (weight === 'normal' || weight === 'lighter' || Number(weight) >= 1) return false;
  return node.name === 'b' || node.name === 'strong' || inherited;
}

export function isHidden(node: PasteNode): boolean {
  return styleOf(node, 'display') === 'none' || styleOf(node, 'mso-hide') === 'all';
}

type Numerals = 'numbers' | 'letters' | 'bullets';

const TYPES: Readonly<Record<string, Numerals>> = {
  ...{ a: 'letters', A: 'letters', '1': 'numbers', i: 'numbers', I: 'numbers' },
  ...{ 'lower-alpha': 'letters', 'upper-alpha': 'letters', 'lower-latin': 'letters', 'upper-latin': 'letters' },
  ...{ lowerletter: 'letters', upperletter: 'letters', decimal: 'numbers', disc: 'bullets', circle: 'bullets' },
};

/** How the items of a list are numbered. Those of an inner list are options, whatever their numbers look like. */
export function numeralsOf(list: PasteNode, item: PasteNode, level: number): Numerals {
  const type =
    TYPES[styleOf(item, 'list-style-type')] ?? TYPES[styleOf(list, 'list-style-type')] ?? TYPES[list.attribute('type')];
  const numerals = type ?? (list.name === 'ul' ? 'bullets' : 'numbers');
  return numerals === 'numbers' && level > 1 ? 'letters' : numerals;
}

export function markerOf(numerals: Numerals, number: number): string {
  if (numerals === 'bullets') return '- ';
  if (numerals === 'numbers') return `${number}. `;
  return `${String.fromCharCode(97 + ((number - 1) % 26))}) `;
}
