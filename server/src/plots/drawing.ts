import type { EChartsCoreOption } from 'echarts/core';
import type { Theme } from './palette.ts';
import type { Shape } from './shapes.ts';

/** The input of ECharts: a size and the options of one chart. */
export interface Drawing {
  width: number;
  height: number;
  option: EChartsCoreOption;
}

/** The rectangle between the axes, in pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The distance of everything from the edge of the picture. */
export const MARGIN = 24;
/** Numbers, names and captions; the title is larger. */
export const TEXT_SIZE = 12;

/** Nothing is animated or interactive, so that the picture is always the same. */
export function drawing(
  theme: Theme,
  size: { width: number; height: number },
  shapes: readonly Shape[],
  chart: EChartsCoreOption & { series?: readonly object[] } = {},
): Drawing {
  // All shapes are children of one item of a custom series. As elements of the `graphic` component, ECharts compares
  // all pairs of them, and 3,600 cells took 300 ms more.
  const overlay = {
    type: 'custom',
    coordinateSystem: 'none',
    silent: true,
    z: 5,
    data: [0],
    renderItem: () => ({ type: 'group', children: shapes }),
  };
  return {
    width: Math.ceil(size.width),
    height: Math.ceil(size.height),
    option: {
      animation: false,
      backgroundColor: theme.background,
      ...chart,
      series: [...(chart.series ?? []), overlay],
    },
  };
}

/** Keeps the grid exactly in place; ECharts would otherwise move it to make room for labels that already fit. */
export function gridOf(box: Box): object {
  return { ...box, containLabel: false, outerBoundsMode: 'none' };
}
