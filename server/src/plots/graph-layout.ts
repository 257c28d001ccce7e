export interface Spot {
  x: number;
  y: number;
}

/** The connected components as indices of nodes, largest first. */
export function components(count: number, links: readonly (readonly [number, number])[]): number[][] {
  const parent = Array.from({ length: count }, (_, index) => index);
  const root = (index: number): number => {
    let at = index;
    while (parent[at] !== undefined && parent[at] !== at) at = parent[at] ?? at;
    return at;
  };
  for (const [one, other] of links) parent[Math.max(root(one), root(other))] = Math.min(root(one), root(other));
  const members = new Map<number, number[]>();
  for (let index = 0; index < count; index += 1) {
    const list = members.get(root(index)) ?? [];
    list.push(index);
    members.set(root(index), list);
  }
  return [...members.values()].sort((one, other) => other.length - one.length);
}

/**
 * Places the members of one component by springs and repulsion (Fruchterman and Reingold), deterministically from a
 * circle, so that the same links always give the same picture. The number of rounds falls with the square of the
 * members, so that 100 to 300 of them take 20 to 50 ms.
 */
export function layOut(
  members: readonly number[],
  links: readonly (readonly [number, number])[],
  distance: number,
): Spot[] {
  const count = members.length;
  const place = new Map(members.map((member, index) => [member, index]));
  const spots: Spot[] = members.map((_, index) => {
    // The golden angle separates neighbours in the list and breaks every symmetry.
    const angle = index * 2.399963;
    const radius = distance * 0.5 * Math.sqrt(index);
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  const pairs = links.flatMap(([one, other]) => {
    const [from, to] = [place.get(one), place.get(other)];
    return from === undefined || to === undefined || from === to ? [] : [[from, to] as const];
  });
  const rounds = Math.max(20, Math.min(200, Math.floor(1_000_000 / (count * count))));
  for (let round = 0; round < rounds; round += 1) {
    const step = distance * (1 - round / rounds) * 0.4 + 0.5;
    const moves = spots.map(() => ({ x: 0, y: 0 }));
    for (let one = 0; one < count; one += 1) {
      for (let other = one + 1; other < count; other += 1)
        push(spots, moves, one, other, (gap) => (distance * distance) / gap);
    }
    for (const [one, other] of pairs) push(spots, moves, one, other, (gap) => -(gap * gap) / distance);
    for (const [index, move] of moves.entries()) {
      const spot = spots[index];
      const length = Math.hypot(move.x, move.y);
      if (spot === undefined || length === 0) continue;
      spot.x += (move.x / length) * Math.min(length, step);
      spot.y += (move.y / length) * Math.min(length, step);
    }
  }
  return turnHorizontal(spots);
}

/** Rotates the longest direction to horizontal: such components pack better and leave room for labels. */
function turnHorizontal(spots: readonly Spot[]): Spot[] {
  const middle = { x: mean(spots.map(({ x }) => x)), y: mean(spots.map(({ y }) => y)) };
  const moments = { xx: 0, xy: 0, yy: 0 };
  for (const { x, y } of spots) {
    moments.xx += (x - middle.x) ** 2;
    moments.xy += (x - middle.x) * (y - middle.y);
    moments.yy += (y - middle.y) ** 2;
  }
  const angle = -0.5 * Math.atan2(2 * moments.xy, moments.xx - moments.yy);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return spots.map(({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos }));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function push(
  spots: readonly Spot[],
  moves: readonly Spot[],
  one: number,
  other: number,
  force: (gap: number) => number,
): void {
  const from = spots[one];
  const to = spots[other];
  const mine = moves[one];
  const theirs = moves[other];
  if (from === undefined || to === undefined || mine === undefined || theirs === undefined) return;
  const gap = Math.max(Math.sqrt((from.x - to.x) ** 2 + (from.y - to.y) ** 2), 0.01);
  const share = force(gap) / gap;
  mine.x += (from.x - to.x) * share;
  mine.y += (from.y - to.y) * share;
  theirs.x -= (from.x - to.x) * share;
  theirs.y -= (from.y - to.y) * share;
}

interface Size {
  width: number;
  height: number;
}

/**
 * Packs boxes into rows from left to right, like words on a page; returns the upper left corners and the total height.
 */
export function shelve(boxes: readonly Size[], width: number): { corners: Spot[]; height: number } {
  let x = 0;
  let y = 0;
  let tallest = 0;
  const corners = boxes.map((box) => {
    if (x > 0 && x + box.width > width) {
      x = 0;
      y += tallest;
      tallest = 0;
    }
    const corner = { x, y };
    x += box.width;
    tallest = Math.max(tallest, box.height);
    return corner;
  });
  return { corners, height: y + tallest };
}
