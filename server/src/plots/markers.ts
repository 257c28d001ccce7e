import { circle, polygon, rect, type Shape } from './shapes.ts';

/** Shapes that distinguish series without colour, by their ECharts names. */
const MARKERS = ['circle', 'rect', 'triangle', 'diamond'] as const;
export type Marker = (typeof MARKERS)[number];

/**
 * Each marker is used for two series, so that the ninth colour (the first again) has a different shape than the first.
 */
export function markerOf(index: number): Marker {
  return MARKERS[(index + Math.floor(index / 8)) % MARKERS.length] ?? 'circle';
}

export function drawMarker(marker: Marker, x: number, y: number, radius: number, fill: string): Shape {
  switch (marker) {
    case 'circle':
      return circle(x, y, radius, { fill });
    case 'rect':
      return rect(x - radius, y - radius, 2 * radius, 2 * radius, { fill });
    case 'triangle':
      return polygon(
        [
          [x, y - radius],
          [x + radius, y + radius],
          [x - radius, y + radius],
        ],
        { fill },
      );
    case 'diamond':
      return polygon(
        [
          [x, y - radius],
          [x + radius, y],
          [x, y + radius],
          [x - radius, y],
        ],
        { fill },
      );
  }
}

const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

/** Lines also differ by their dashes; the first one is solid. */
export function dashOf(index: number): readonly number[] {
  return DASHES[(index + Math.floor(index / 8)) % DASHES.length] ?? [];
}
