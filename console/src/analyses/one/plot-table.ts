import type { Analysis } from '../../../../client/src/index.ts';
import { axisName, type Plot } from './plot.ts';
import { linkOfBar, linkOfCell, linkOfNode, type MarkLink } from './plot-links.ts';

interface PlotRow {
  cells: readonly (string | number | null)[];
  link: MarkLink | null;
}

interface PlotTable {
  columns: readonly string[];
  rows: readonly PlotRow[];
}

/** The data of a plot, one row per mark. */
export function tableOf(analysis: Analysis, plot: Plot): PlotTable {
  switch (plot.kind) {
    case 'heat_map':
      return {
        columns: [plot.y.label, plot.x.label, axisName(plot.value)],
        rows: plot.values.flatMap((values, y) =>
          values.map((value, x) => ({
            cells: [plot.y.values[y] ?? '', plot.x.values[x] ?? '', value],
            link: linkOfCell(analysis, plot, x, y),
          })),
        ),
      };
    case 'bars': {
      const isOne = plot.series.length === 1;
      return {
        columns: [plot.x.label, ...(isOne ? [] : ['']), axisName(plot.y)],
        rows: plot.x.values.flatMap((name, index) =>
          plot.series.map((one, series) => ({
            cells: [name, ...(isOne ? [] : [one.name]), one.values[index] ?? null],
            link: linkOfBar(analysis, plot, index, series),
          })),
        ),
      };
    }
    case 'histogram':
      return {
        columns: [axisName(plot.x), axisName(plot.y)],
        rows: plot.bins.map(({ from, to, count }) => ({ cells: [span(from, to), count], link: null })),
      };
    case 'scatter':
      return {
        columns: ['', axisName(plot.x), axisName(plot.y)],
        rows: plot.groups.flatMap(({ name, points }) =>
          points.map(({ x, y, label }) => ({ cells: [label ?? name, x, y], link: null })),
        ),
      };
    case 'lines':
      return {
        columns: ['', axisName(plot.x), axisName(plot.y)],
        rows: plot.series.flatMap(({ name, points }) => points.map(([x, y]) => ({ cells: [name, x, y], link: null }))),
      };
    case 'graph':
      return {
        columns: ['', ''],
        rows: plot.nodes.map((node) => ({ cells: [node.label, node.group], link: linkOfNode(node) })),
      };
  }
}

function span(from: number, to: number): string {
  return `${round(from)} – ${round(to)}`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
