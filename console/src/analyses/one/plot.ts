/** The parts of plots that the console uses; `GET /analysis/types` has their schema. */
interface PlotBase {
  id: string;
  title: string;
  /** The text alternative. */
  description: string;
  n: number;
  cases?: string;
  note?: string;
}

interface Axis {
  label: string;
  unit: string | null;
}

interface CategoryAxis {
  label: string;
  values: readonly string[];
}

export interface HeatMapPlot extends PlotBase {
  kind: 'heat_map';
  x: CategoryAxis;
  y: CategoryAxis;
  value: Axis;
  values: readonly (readonly (number | null)[])[];
  marked: readonly (readonly [number, number])[];
  mark_label: string | null;
}

export interface BarsPlot extends PlotBase {
  kind: 'bars';
  x: CategoryAxis;
  y: Axis;
  series: readonly { name: string; values: readonly (number | null)[] }[];
}

interface HistogramPlot extends PlotBase {
  kind: 'histogram';
  x: Axis;
  y: Axis;
  bins: readonly { from: number; to: number; count: number }[];
}

interface ScatterPlot extends PlotBase {
  kind: 'scatter';
  x: Axis;
  y: Axis;
  groups: readonly { name: string; points: readonly { x: number; y: number; label?: string }[] }[];
}

interface LinesPlot extends PlotBase {
  kind: 'lines';
  x: Axis;
  y: Axis;
  series: readonly { name: string; points: readonly (readonly [number, number])[] }[];
}

interface GraphPlot extends PlotBase {
  kind: 'graph';
  nodes: readonly { id: string; label: string; group: string; size: number }[];
}

export type Plot = HeatMapPlot | BarsPlot | HistogramPlot | ScatterPlot | LinesPlot | GraphPlot;

export function axisName({ label, unit }: Axis): string {
  return unit === null || unit.toLowerCase() === label.toLowerCase() ? label : `${label} (${unit})`;
}
