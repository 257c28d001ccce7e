const KNOWN = new Set([
  'svg',
  'g',
  'rect',
  'path',
  'circle',
  'polygon',
  'polyline',
  'line',
  'ellipse',
  'text',
  'tspan',
]);
const DEFINED = new Set(['defs', 'clipPath', 'linearGradient', 'stop']);

/**
 * A picture of the service as an element of the page. The page's policy forbids style attributes, so they become
 * attributes of their own. Nothing else than shapes and texts is taken over. `labelledBy` are the
 * ids of the elements that describe it.
 */
export function readPicture(svg: string, labelledBy: string): Element {
  const parsed = new DOMParser().parseFromString(withoutStyles(svg), 'image/svg+xml').documentElement;
  for (const element of [...parsed.querySelectorAll('*')]) {
    if (!KNOWN.has(element.localName) && !DEFINED.has(element.localName)) element.remove();
    for (const name of element.getAttributeNames()) {
      if (/^on|href$|^style$/iu.test(name)) element.removeAttribute(name);
    }
  }
  parsed.removeAttribute('font-family'); // that of the page
  parsed.setAttribute('role', 'img');
  parsed.setAttribute('aria-labelledby', labelledBy);
  return document.importNode(parsed, true);
}

/** In texts, quotes are escaped, so only attributes match. */
function withoutStyles(svg: string): string {
  return svg.replaceAll(/ style="([^"]*)"/gu, (_, style: string) =>
    style
      .split(';')
      .map((rule) => rule.split(':'))
      .filter(([name, value]) => name !== undefined && value !== undefined)
      .map(([name, value]) => ` ${name?.trim()}="${value?.trim()}"`)
      .join(''),
  );
}
