import type { Element } from './read-svg.fixture.ts';
import { textWidth } from './text-width.ts';

export interface TextBox {
  content: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  sloping: boolean;
}

/** The boxes of the texts of a picture, by the same widths that the layout uses. */
export function textBoxes(elements: readonly Element[]): TextBox[] {
  return elements.filter(({ name, text }) => name === 'text' && text.trim() !== '').map(boxOf);
}

function boxOf({ attributes, text }: Element): TextBox {
  const style = attributes.get('style') ?? '';
  const size = Number(/font-size:([\d.]+)px/.exec(style)?.[1]);
  const width = textWidth(text, size, style.includes('bold'));
  const [scaleX = 1, slope = 0, , , moveX = 0, moveY = 0] = transformOf(attributes.get('transform') ?? '');
  const x = moveX + Number(attributes.get('x') ?? 0);
  const y = moveY + Number(attributes.get('y') ?? 0);
  const anchor = { start: 0, middle: 0.5, end: 1 }[attributes.get('text-anchor') ?? 'start'] ?? 0;
  const ends = [-anchor * width, (1 - anchor) * width].map((along) => ({
    x: x + along * scaleX,
    y: y + along * slope,
  }));
  const half = size / 2;
  return {
    content: text,
    left: Math.min(...ends.map((end) => end.x)),
    right: Math.max(...ends.map((end) => end.x)),
    top: Math.min(...ends.map((end) => end.y)) - half,
    bottom: Math.max(...ends.map((end) => end.y)) + half,
    sloping: slope !== 0,
  };
}

function transformOf(transform: string): number[] {
  const numbers = (/\(([^)]*)\)/.exec(transform)?.[1] ?? '').split(/[ ,]+/).map(Number);
  if (transform.startsWith('matrix')) return numbers;
  if (transform.startsWith('translate') && transform.endsWith(`${numbers.at(-1)})`) && numbers.length === 2) {
    return [1, 0, 0, 1, ...numbers];
  }
  if (transform === '') return [];
  throw new Error(`a transform unknown to the test: ${transform}`);
}
