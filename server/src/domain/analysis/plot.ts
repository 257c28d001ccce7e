/** A plot as data: everything a client needs to draw it, and the input of plots/, which draws SVG and PNG. */
interface PlotBase {
  /** Names the plot in its URL; lower case, digits and hyphens. */
  id: string;
  title: string;
  /** A description for people who cannot see the plot: the shape and the most important numbers. */
  description: string;
  /** The number of questions (or other cases) shown. */
  n: number;
  /** The unit of n, unless the value axis shows it. */
  cases?: string;
  /** What the plot leaves out or how to read it, in a sentence shown next to n. */
  note?: string;
}

export interface Axis {
  label: string;
  /** "questions", "characters", "%"; null if the numbers have no unit. */
  unit: string | null;
}

interface CategoryAxis {
  label: string;
  values: readonly string[];
}

/** Counts or values of two crossed lists. A cell of null has no value; `marked` cells are outlined. */
export interface HeatMapPlot extends PlotBase {
  kind: 'heat_map';
  x: CategoryAxis;
  y: CategoryAxis;
  value: Axis;
  /** How values map to colours, linear by default; logarithmic only if no value is negative. */
  scale?: 'linear' | 'log';
  /** values[y][x] */
  values: readonly (readonly (number | null)[])[];
  /** Pairs of [x, y]; `mark_label` explains the mark. */
  marked: readonly (readonly [number, number])[];
  mark_label: string | null;
}

/** Adjacent bins [from, to); the last one includes its end. */
export interface HistogramPlot extends PlotBase {
  kind: 'histogram';
  x: Axis;
  y: Axis;
  bins: readonly { from: number; to: number; count: number }[];
  /** Labelled vertical lines: mean, median, a threshold. */
  lines: readonly { at: number; label: string }[];
}

/** One bar per name and series; several series are drawn side by side. */
export interface BarsPlot extends PlotBase {
  kind: 'bars';
  x: CategoryAxis;
  y: Axis;
  series: readonly { name: string; values: readonly (number | null)[] }[];
  /** Horizontal bars, for long names. */
  horizontal: boolean;
  /** The severity of each bar of a single series, in colours with a fixed meaning. */
  severities?: readonly ('error' | 'warning' | 'info')[];
  /** Small multiples of a single series: groups of horizontal bars, one after another, with their own labels. */
  panels?: readonly { name: string; labels: readonly string[] }[];
}

export interface ScatterPlot extends PlotBase {
  kind: 'scatter';
  x: Axis;
  y: Axis;
  groups: readonly { name: string; points: readonly { x: number; y: number; label?: string }[] }[];
}

export interface LinesPlot extends PlotBase {
  kind: 'lines';
  x: Axis;
  y: Axis;
  series: readonly { name: string; points: readonly (readonly [number, number])[] }[];
}

/** Nodes and the links between them, such as a group of duplicates. */
export interface GraphPlot extends PlotBase {
  kind: 'graph';
  /** All possible groups, so that each has the same colour in every plot; by default sorted by size, largest first. */
  groups?: readonly string[];
  nodes: readonly { id: string; label: string; group: string; size: number }[];
  links: readonly { source: string; target: string; value: number }[];
}

export type Plot = HeatMapPlot | HistogramPlot | BarsPlot | ScatterPlot | LinesPlot | GraphPlot;
export const PLOT_KINDS = [
  'heat_map',
  'histogram',
  'bars',
  'scatter',
  'lines',
  'graph',
] as const satisfies readonly Plot['kind'][];
