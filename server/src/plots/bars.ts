import type { BarsPlot } from '../domain/analysis/plot.ts';
import { drawHorizontalBars } from './bars-horizontal.ts';
import { drawBarPanels } from './bars-panels.ts';
import { drawVerticalBars } from './bars-vertical.ts';
import type { Drawing } from './drawing.ts';
import { formatNumber } from './number-format.ts';
import type { Look } from './palette.ts';
import { isDrawable } from './ticks.ts';

/** More bars would be unreadable; a note below the plot says how many were left out. */
const MAX_BARS = 500;

/** Vertical or horizontal bars. */
export function drawBars(plot: BarsPlot, look: Look): Drawing {
  const count = plot.x.values.length;
  const note = count > MAX_BARS ? `The first ${MAX_BARS} of ${formatNumber(count)} are drawn.` : null;
  const drawn: BarsPlot = {
    ...plot,
    x: { ...plot.x, values: plot.x.values.slice(0, MAX_BARS) },
    series: plot.series.map((series) => ({ ...series, values: series.values.slice(0, MAX_BARS).map(numberOrNull) })),
  };
  if (plot.panels !== undefined) return drawBarPanels(drawn, cutPanels(plot.panels), look, note);
  return plot.horizontal ? drawHorizontalBars(drawn, look, note) : drawVerticalBars(drawn, look, note);
}

/** The panels whose bars are drawn. */
function cutPanels(panels: NonNullable<BarsPlot['panels']>): NonNullable<BarsPlot['panels']> {
  let left = MAX_BARS;
  return panels.flatMap(({ name, labels }) => {
    const own = labels.slice(0, left);
    left -= own.length;
    return own.length === 0 ? [] : [{ name, labels: own }];
  });
}

function numberOrNull(value: number | null): number | null {
  return value !== null && isDrawable(value) ? value : null;
}
