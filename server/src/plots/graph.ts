import type { GraphPlot } from '../domain/analysis/plot.ts';
import { type Drawing, drawing, MARGIN, TEXT_SIZE } from './drawing.ts';
import { components, layOut, type Spot, shelve } from './graph-layout.ts';
import { head, type LegendEntry } from './head.ts';
import { LabelBoxes } from './label-boxes.ts';
import { formatNumber } from './number-format.ts';
import { categoryColour, type Look } from './palette.ts';
import { circle, line, type Shape, text } from './shapes.ts';
import { textWidth, truncate } from './text-width.ts';
import { isDrawable } from './ticks.ts';

/** More nodes or links are not drawn; a note below the picture says so. */
const MAX_NODES = 300;
const MAX_LINKS = 2000;
const MAX_LABELLED = 80;
const MAX_COLOURS = 7;

type Link = GraphPlot['links'][number] & { from: number; to: number };

/** Connected components in rows, largest first; wider lines mean stronger links. */
export function drawGraph(plot: GraphPlot, look: Look): Drawing {
  const nodes = plot.nodes.slice(0, MAX_NODES);
  const place = new Map(nodes.map(({ id }, index) => [id, index]));
  const known = plot.links.flatMap((link): Link[] => {
    const [from, to] = [place.get(link.source), place.get(link.target)];
    return from === undefined || to === undefined ? [] : [{ ...link, from, to }];
  });
  const links = known.slice(0, MAX_LINKS);
  const labelled = nodes.length <= MAX_LABELLED;
  const colours = groupColours(plot, nodes, look);
  const top = head(plot, look, look.width, colours.legend);
  const { spots, height } = arrange(nodes.length, links, labelled, look.width - 2 * MARGIN);
  const at = (index: number): Spot => {
    const spot = spots[index] ?? { x: 0, y: 0 };
    return { x: MARGIN + spot.x, y: top.bottom + spot.y };
  };
  const biggest = nodes.reduce((most, { size }) => Math.max(most, size), 0);
  const radius = (size: number) =>
    (biggest > 0 && size > 0 ? 5 + 9 * Math.sqrt(size / biggest) : 5) * (labelled ? 1 : 0.6);
  const thickness = linkWidths(links);

  const shapes: Shape[] = [...top.shapes];
  const boxes = new LabelBoxes({ x: MARGIN / 2, y: top.bottom, width: look.width - MARGIN, height });
  for (const [index, link] of links.entries()) {
    const [from, to] = [at(link.from), at(link.to)];
    boxes.avoid(from.x, from.y, to.x, to.y);
    shapes.push(line(from.x, from.y, to.x, to.y, { stroke: look.axis, lineWidth: thickness[index] ?? 1 }));
  }
  for (const [index, node] of nodes.entries()) {
    const { x, y } = at(index);
    const r = radius(node.size);
    boxes.take({ x: x - r, y: y - r, width: 2 * r, height: 2 * r });
    shapes.push(circle(x, y, r, { fill: colours.of(node.group), stroke: look.background, lineWidth: 1.5 }));
  }
  if (labelled) {
    shapes.push(...nodeLabels(nodes, at, radius, boxes, look), ...linkLabels(links, at, boxes, look));
  }
  let y = top.bottom + height;
  for (const note of [leftOut(plot.nodes.length, MAX_NODES, 'nodes'), leftOut(known.length, MAX_LINKS, 'links')]) {
    if (note === null) continue;
    shapes.push(text(MARGIN, y + 10, note, { size: TEXT_SIZE, fill: look.muted }));
    y += 20;
  }
  return drawing(look, { width: look.width, height: y + MARGIN }, shapes);
}

/** Positions inside the page; a component wider than the page is drawn smaller. */
function arrange(
  count: number,
  links: readonly Link[],
  labelled: boolean,
  room: number,
): { spots: Spot[]; height: number } {
  const pairs = links.map(({ from, to }) => [from, to] as const);
  const pad = labelled ? { x: 66, y: 36 } : { x: 14, y: 14 };
  const parts = components(count, pairs).map((members) => {
    const raw = layOut(members, pairs, labelled ? 84 : 34);
    const [left, upper] = [Math.min(...raw.map(({ x }) => x)), Math.min(...raw.map(({ y }) => y))];
    const width = Math.max(...raw.map(({ x }) => x)) - left;
    const shrink = Math.min(1, (room - 2 * pad.x) / Math.max(width, 1));
    const inner = raw.map(({ x, y }) => ({ x: (x - left) * shrink + pad.x, y: (y - upper) * shrink + pad.y }));
    const lower = Math.max(...inner.map(({ y }) => y));
    return { members, inner, width: width * shrink + 2 * pad.x, height: lower + pad.y };
  });
  const { corners, height } = shelve(parts, room);
  const spots: Spot[] = [];
  for (const [index, part] of parts.entries()) {
    const corner = corners[index] ?? { x: 0, y: 0 };
    for (const [order, member] of part.members.entries()) {
      const spot = part.inner[order] ?? { x: 0, y: 0 };
      spots[member] = { x: corner.x + spot.x, y: corner.y + spot.y };
    }
  }
  return { spots, height: Math.max(height, 80) };
}

/**
 * Groups that the plot names have their colours in that order; otherwise the groups with the most nodes do, and the
 * rest share one.
 */
function groupColours(
  { groups }: GraphPlot,
  nodes: GraphPlot['nodes'],
  look: Look,
): { of: (group: string) => string; legend: LegendEntry[] } {
  const counts = new Map<string, number>();
  for (const { group } of nodes) counts.set(group, (counts.get(group) ?? 0) + 1);
  const ranked = groups ?? [...counts.keys()].sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
  const named = ranked.slice(0, MAX_COLOURS);
  const legend = named.flatMap((name, index): LegendEntry[] =>
    counts.has(name) ? [{ name, colour: categoryColour(look, index), marker: 'circle' }] : [],
  );
  const rest = ranked.length - named.length;
  if (rest > 0) legend.push({ name: `${formatNumber(rest)} other groups`, colour: look.other, marker: 'circle' });
  const colours = new Map(legend.map(({ name, colour }) => [name, colour]));
  return { of: (group) => (named.includes(group) ? (colours.get(group) ?? look.other) : look.other), legend };
}

function linkWidths(links: readonly Link[]): number[] {
  const values = links.map(({ value }) => value).filter(isDrawable);
  const least = values.reduce((best, value) => Math.min(best, value), Number.POSITIVE_INFINITY);
  const most = values.reduce((best, value) => Math.max(best, value), Number.NEGATIVE_INFINITY);
  return links.map(({ value }) => (most > least && isDrawable(value) ? 1 + (3 * (value - least)) / (most - least) : 2));
}

function nodeLabels(
  nodes: GraphPlot['nodes'],
  at: (index: number) => Spot,
  radius: (size: number) => number,
  boxes: LabelBoxes,
  look: Look,
): Shape[] {
  return nodes.flatMap(({ label, size }, index) => {
    const { x, y } = at(index);
    const shown = truncate(label, 124, TEXT_SIZE);
    const r = radius(size);
    const aside = r + 5 + textWidth(shown, TEXT_SIZE) / 2;
    const middles = [
      [x, y + r + 10],
      [x, y - r - 10],
      [x + aside, y],
      [x - aside, y],
    ] as const;
    const middle = shown === '' ? null : boxes.place(shown, TEXT_SIZE, middles);
    const style = { size: TEXT_SIZE, fill: look.text, align: 'center', halo: look.background } as const;
    return middle === null ? [] : [text(middle[0], middle[1], shown, style)];
  });
}

/** The strength of a link at its middle, if there is space. */
function linkLabels(links: readonly Link[], at: (index: number) => Spot, boxes: LabelBoxes, look: Look): Shape[] {
  return links.flatMap(({ from, to, value }) => {
    const [one, other] = [at(from), at(to)];
    if (!isDrawable(value) || Math.hypot(one.x - other.x, one.y - other.y) < 50) return [];
    const middle = boxes.place(formatNumber(value), 10, [[(one.x + other.x) / 2, (one.y + other.y) / 2]]);
    const style = { size: TEXT_SIZE, fill: look.muted, align: 'center', halo: look.background } as const;
    return middle === null ? [] : [text(middle[0], middle[1], formatNumber(value), style)];
  });
}

function leftOut(count: number, most: number, what: string): string | null {
  return count > most ? `The first ${formatNumber(most)} of ${formatNumber(count)} ${what} are drawn.` : null;
}
