import { textWidth } from './text-width.ts';

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Tracks occupied areas, so that a label is only drawn where it covers nothing. */
export class LabelBoxes {
  readonly #taken: Rect[] = [];
  readonly #crossed: (readonly [number, number])[] = [];
  readonly #area: Rect;

  constructor(area: Rect) {
    this.#area = area;
  }

  take(rect: Rect): void {
    this.#taken.push(rect);
  }

  /** Adds a line that labels avoid if possible; they may cover it if there is no better place. */
  avoid(x1: number, y1: number, x2: number, y2: number): void {
    const steps = Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 6));
    for (let step = 0; step <= steps; step += 1) {
      this.#crossed.push([x1 + ((x2 - x1) * step) / steps, y1 + ((y2 - y1) * step) / steps]);
    }
  }

  /**
   * The centre that is free, is inside the area and crosses the fewest lines; ties go to the earlier one. Null if none
   * is free.
   */
  place(text: string, size: number, middles: readonly (readonly [number, number])[]): readonly [number, number] | null {
    const width = textWidth(text, size) + 4;
    const height = size + 4;
    const free = middles
      .map((middle) => ({ middle, rect: { x: middle[0] - width / 2, y: middle[1] - height / 2, width, height } }))
      .filter(({ rect }) => inside(rect, this.#area) && !this.#taken.some((other) => overlap(rect, other)))
      .map((spot) => ({ ...spot, crossed: this.#crossed.filter((point) => holds(spot.rect, point)).length }))
      .sort((one, other) => one.crossed - other.crossed);
    const best = free[0];
    if (best === undefined) return null;
    this.take(best.rect);
    return best.middle;
  }
}

function inside(rect: Rect, area: Rect): boolean {
  return (
    rect.x >= area.x &&
    rect.y >= area.y &&
    rect.x + rect.width <= area.x + area.width &&
    rect.y + rect.height <= area.y + area.height
  );
}

function holds(rect: Rect, [x, y]: readonly [number, number]): boolean {
  return x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height;
}

function overlap(one: Rect, other: Rect): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
