/** A plot as data: what a client needs to draw it, and what plots/ draws as SVG and PNG. */
interface PlotBase {
  /** Names the plot in its address; lower case, digits and hyphens. */
  id: string;
  title: string;
  /** What a person who cannot see it should know: the shape and the most important numbers. */
  description: string;
  /** How many questions (or other cases) it shows. */
  n: number;
  /** What n counts, where the axis of values does not say it. */
  cases?: string;
  /** What the picture leaves out or how it is to be read, in a sentence that stands beside n. */
  note?: string;
}

export interface Axis {
  label: string;
  /** "questions", "characters", "%"; null where a number has none. */
  unit: string | null;
}

export interface CategoryAxis {
  label: string;
  values: readonly string[];
}

/** Counts or values of two crossed lists; a cell of null has no value, `marked` cells are drawn with an outline. */
export interface HeatMapPlot extends PlotBase {
  kind: 'heat_map';
  x: CategoryAxis;
  y: CategoryAxis;
  value: Axis;
  /** How values become colours; by their logarithm only where none is negative. Even steps unless said otherwise. */
  scale?: 'linear' | 'log';
  /** values[y][x] */
  values: readonly (readonly (number | null)[])[];
  /** Pairs of [x, y]; what the mark means stands in `mark_label`. */
  marked: readonly (readonly [number, number])[];
  mark_label: string | null;
}

/** Adjoining bins [from, to); the last one includes its end. */
export interface HistogramPlot extends PlotBase {
  kind: 'histogram';
  x: Axis;
  y: Axis;
  bins: readonly { from: number; to: number; count: number }[];
  /** Upright lines with a name: mean, median, a cut. */
  lines: readonly { at: number; label: string }[];
}

/** A bar for each name and series; one series is drawn as plain bars, several side by side. */
export interface BarsPlot extends PlotBase {
  kind: 'bars';
  x: CategoryAxis;
  y: Axis;
  series: readonly { name: string; values: readonly (number | null)[] }[];
  /** Horizontal bars, for long names. */
  horizontal: boolean;
  /** How much each bar of the one series matters, in colours that mean the same everywhere. */
  severities?: readonly ('error' | 'warning' | 'info')[];
  /** Small multiples of the one series: groups of horizontal bars, one after the other, with the names they have there. */
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

/** Nodes and the links between them, as of a group of duplicates. */
export interface GraphPlot extends PlotBase {
  kind: 'graph';
  /** Every group that there may be, so that each has the same colour in every picture; otherwise the largest come first. */
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
