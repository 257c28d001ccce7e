import { LABEL_GAP } from './axes.ts';
import { MARGIN } from './drawing.ts';
import type { Theme } from './palette.ts';
import { type Shape, text } from './shapes.ts';
import { textWidth, truncate } from './text-width.ts';

const SLOPE = Math.PI / 4;
const MAX_LENGTH = 150;
/** Sloping names closer than this would touch. */
const CLOSEST = 20;

/**
 * Names below columns: horizontal if all of them fit, otherwise sloping, cut with an ellipsis, and only every second,
 * third, … if they would touch. `centres` are the middles of the columns in pixels.
 */
export function columnNames(
  names: readonly string[],
  centres: readonly number[],
  top: number,
  size: number,
  theme: Theme,
): { shapes: readonly Shape[]; height: number } {
  const band = (centres[1] ?? Number.POSITIVE_INFINITY) - (centres[0] ?? 0);
  const room = Math.min(band - LABEL_GAP, MAX_LENGTH);
  if (names.every((name) => textWidth(name, size) <= room)) {
    return { shapes: flat(names, centres, top, size, theme), height: size + 2 * LABEL_GAP };
  }
  if (band >= 110) {
    const cut = names.map((name) => truncate(name, room, size));
    return { shapes: flat(cut, centres, top, size, theme), height: size + 2 * LABEL_GAP };
  }
  const every = Math.max(1, Math.ceil(CLOSEST / band));
  const shapes: Shape[] = [];
  let longest = 0;
  for (const [index, name] of names.entries()) {
    if (index % every !== 0) continue;
    const centre = centres[index] ?? 0;
    // A sloping name extends down to the left; it must not leave the picture.
    const cut = truncate(name, Math.min(MAX_LENGTH, (centre - MARGIN / 2) / Math.cos(SLOPE)), size);
    longest = Math.max(longest, textWidth(cut, size));
    const style = { size, fill: theme.muted, align: 'right', baseline: 'middle', rotation: SLOPE } as const;
    shapes.push(text(centre + 3, top + LABEL_GAP, cut, style));
  }
  return { shapes, height: longest * Math.sin(SLOPE) + size + LABEL_GAP };
}

function flat(names: readonly string[], centres: readonly number[], top: number, size: number, theme: Theme): Shape[] {
  const style = { size, fill: theme.muted, align: 'center' } as const;
  return names.map((name, index) => text(centres[index] ?? 0, top + LABEL_GAP + size / 2, name, style));
}
