/** Describes what is visible on a page. `readLook` runs in the browser, so it cannot use anything from this module. */
export interface Look {
  /** All visible texts, including repeated ones. */
  texts: string[];
  /** Controls with a visible edge. */
  edges: string[];
  /** Icons, and masks painted by their background, that do not stand out from what is under them. */
  invisible: string[];
  /** Selected elements that look like unselected ones. */
  unmarked: string[];
}

export function readLook(): Look {
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgbaOf = (color: string): number[] => {
    if (probe === null) return [0, 0, 0, 0];
    probe.clearRect(0, 0, 1, 1);
    probe.fillStyle = color;
    probe.fillRect(0, 0, 1, 1);
    return [...probe.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([red = 0, green = 0, blue = 0]: number[]) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
      const share = value / 255;
      return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one: string, other: string) => {
    const [a, b] = [luminance(rgbaOf(one)), luminance(rgbaOf(other))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const isClear = (color: string) => (rgbaOf(color)[3] ?? 0) < 26;
  const groundOf = (element: Element | null): string => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!isClear(backgroundColor)) return backgroundColor;
    }
    return 'Canvas';
  };
  const nameOf = (element: Element) => {
    const text = element.getAttribute('aria-label') ?? (element as HTMLElement).innerText ?? '';
    return `${element.localName}${element.getAttribute('type') === null ? '' : `[${element.getAttribute('type')}]`} ${text.trim().slice(0, 40)}`;
  };

  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (text === '' || parent === null || parent.closest('time, script, style, noscript') !== null) continue;
    const { color } = getComputedStyle(parent);
    if (isShown(parent) && contrast(color, groundOf(parent)) >= 1.5) texts.push(text);
  }

  const hasEdge = (element: Element) => {
    const style = getComputedStyle(element);
    const ground = groundOf(element.parentElement);
    const border = ['Top', 'Bottom'].every(
      (side) =>
        style[`border${side}Style` as 'borderTopStyle'] !== 'none' &&
        Number.parseFloat(style[`border${side}Width` as 'borderTopWidth']) > 0 &&
        !isClear(style[`border${side}Color` as 'borderTopColor']),
    );
    const isNative = style.appearance !== 'none' && element.matches('input, select, textarea, progress');
    // A tint on hover or focus does not count as an edge.
    const isTinted = element.matches(':hover, :focus');
    const isFilled = !isTinted && !isClear(style.backgroundColor) && contrast(style.backgroundColor, ground) >= 1.2;
    return border || isNative || isFilled;
  };
  const controls =
    'button, a.button, input:not([hidden]), select, textarea, progress, [role=progressbar], [role=dialog], [role=menu], [role=region], kbd';
  const edges = [...document.querySelectorAll(controls)].filter((one) => isShown(one) && hasEdge(one)).map(nameOf);

  const invisible: string[] = [];
  for (const icon of document.querySelectorAll('svg')) {
    if (!isShown(icon)) continue;
    const ground = groundOf(icon.parentElement);
    const painted = [...icon.querySelectorAll('path, circle, rect, line, polyline, polygon, ellipse')]
      .flatMap((shape) => [getComputedStyle(shape).fill, getComputedStyle(shape).stroke])
      .filter((color) => color !== 'none' && !color.startsWith('url'));
    const isSeen = painted.some((color) => !isClear(color) && contrast(color, ground) >= 1.5);
    if (!isSeen) invisible.push(`icon in ${nameOf(icon.parentElement ?? icon)}`);
  }
  for (const element of document.querySelectorAll('body *')) {
    const { maskImage, backgroundColor } = getComputedStyle(element);
    if (maskImage === 'none' || maskImage === '' || !isShown(element)) continue;
    if (contrast(backgroundColor, groundOf(element.parentElement)) < 1.5) invisible.push(`mask of ${nameOf(element)}`);
  }

  const marksOf = (element: Element) => {
    const style = getComputedStyle(element);
    const before = getComputedStyle(element, '::before');
    const after = getComputedStyle(element, '::after');
    return [
      ...[style.borderTopWidth, style.borderBottomWidth, style.borderLeftWidth, style.outlineStyle, style.outlineWidth],
      ...[style.fontWeight, style.textDecorationLine, style.backgroundColor, style.color, style.borderBottomColor],
      ...[before.content, before.borderTopWidth, after.content, after.borderTopWidth, after.height],
      String(element.querySelectorAll('svg').length),
    ].join(' ');
  };
  const unmarked: string[] = [];
  for (const chosen of document.querySelectorAll(
    '[aria-current=page], [aria-current=true], [aria-selected=true], [aria-pressed=true], [data-selected]',
  )) {
    if (!isShown(chosen)) continue;
    const role = chosen.getAttribute('role');
    const attribute =
      ['aria-current', 'aria-selected', 'aria-pressed', 'data-selected'].find((name) => chosen.hasAttribute(name)) ??
      '';
    const like = `${chosen.localName}${role === null ? '' : `[role=${role}]`}`;
    const group = chosen.closest('ul, [role=tablist], [role=group], [role=listbox], tr, nav') ?? document.body;
    const others = [...group.querySelectorAll(like)].filter(
      (one) => one.getAttribute(attribute) !== chosen.getAttribute(attribute) && isShown(one),
    );
    if (others.length > 0 && others.every((other) => marksOf(other) === marksOf(chosen))) unmarked.push(nameOf(chosen));
  }
  return { texts, edges, invisible, unmarked };
}
