import type { Text } from '../sentences/sentence.ts';

/**
 * A plot as data: everything a client needs to draw it, and the input of plots/, which draws SVG and PNG. `T` is what
 * its texts are: written, or still to be written in a language.
 */
interface PlotBase<T> {
  /** Names the plot in its URL; lower case, digits and hyphens. */
  id: string;
  title: T;
  /** A description for people who cannot see the plot: the shape and the most important numbers. */
  description: T;
  /** The number of questions (or other cases) shown. */
  n: number;
  /** The unit of n, unless the value axis shows it. */
  cases?: T;
  /** What the plot leaves out or how to read it, in a sentence shown next to n. */
  note?: T;
}

export interface Axis<T = string> {
  label: T;
  /** "questions", "characters", "%"; null if the numbers have no unit. */
  unit: T | null;
}

interface CategoryAxis<T> {
  label: T;
  values: readonly T[];
}

/** Counts or values of two crossed lists. A cell of null has no value; `marked` cells are outlined. */
export interface HeatMapPlot<T = string> extends PlotBase<T> {
  kind: 'heat_map';
  x: CategoryAxis<T>;
  y: CategoryAxis<T>;
  value: Axis<T>;
  /** How values map to colours, linear by default; logarithmic only if no value is negative. */
  scale?: 'linear' | 'log';
  /** values[y][x] */
  values: readonly (readonly (number | null)[])[];
  /** Pairs of [x, y]; `mark_label` explains the mark. */
  marked: readonly (readonly [number, number])[];
  mark_label: T | null;
}

/** Adjacent bins [from, to); the last one includes its end. */
export interface HistogramPlot<T = string> extends PlotBase<T> {
  kind: 'histogram';
  x: Axis<T>;
  y: Axis<T>;
  bins: readonly { from: number; to: number; count: number }[];
  /** Labelled vertical lines: mean, median, a threshold. */
  lines: readonly { at: number; label: T }[];
}

/** One bar per name and series; several series are drawn side by side. */
export interface BarsPlot<T = string> extends PlotBase<T> {
  kind: 'bars';
  x: CategoryAxis<T>;
  y: Axis<T>;
  series: readonly { name: T; values: readonly (number | null)[] }[];
  /** Horizontal bars, for long names. */
  horizontal: boolean;
  /** The severity of each bar of a single series, in colours with a fixed meaning. */
  severities?: readonly ('error' | 'warning' | 'info')[];
  /** Their names in the legend. */
  severity_names?: Readonly<Record<'error' | 'warning' | 'info', T>>;
  /** Small multiples of a single series: groups of horizontal bars, one after another, with their own labels. */
  panels?: readonly { name: T; labels: readonly T[] }[];
}

export interface ScatterPlot<T = string> extends PlotBase<T> {
  kind: 'scatter';
  x: Axis<T>;
  y: Axis<T>;
  groups: readonly { name: T; points: readonly { x: number; y: number; label?: string }[] }[];
}

export interface LinesPlot<T = string> extends PlotBase<T> {
  kind: 'lines';
  x: Axis<T>;
  y: Axis<T>;
  series: readonly { name: T; points: readonly (readonly [number, number])[] }[];
}

/** Nodes and the links between them, such as a group of duplicates. */
export interface GraphPlot<T = string> extends PlotBase<T> {
  kind: 'graph';
  /** All possible groups, so that each has the same colour in every plot; by default sorted by size, largest first. */
  groups?: readonly T[];
  nodes: readonly { id: string; label: string; group: T; size: number }[];
  links: readonly { source: string; target: string; value: number }[];
}

export type Plot<T = string> =
  | HeatMapPlot<T>
  | HistogramPlot<T>
  | BarsPlot<T>
  | ScatterPlot<T>
  | LinesPlot<T>
  | GraphPlot<T>;

/** A plot whose texts are not written yet. */
export type PlotDraft = Plot<Text>;
export type BarsDraft = BarsPlot<Text>;
export type HeatMapDraft = HeatMapPlot<Text>;
export type HistogramDraft = HistogramPlot<Text>;
export type LinesDraft = LinesPlot<Text>;
export type GraphDraft = GraphPlot<Text>;
export const PLOT_KINDS = [
  'heat_map',
  'histogram',
  'bars',
  'scatter',
  'lines',
  'graph',
] as const satisfies readonly Plot['kind'][];
