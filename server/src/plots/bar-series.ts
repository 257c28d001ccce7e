import type { BarsPlot } from '../domain/analysis/plot.ts';
import { TEXT_SIZE } from './drawing.ts';
import type { LegendEntry } from './head.ts';
import { formatNumber } from './number-format.ts';
import { categoryColour, type Theme } from './palette.ts';
import { FONT_FAMILY } from './shapes.ts';
import { textWidth } from './text-width.ts';

export function barValues(plot: BarsPlot): number[] {
  return plot.series.flatMap(({ values }) => values.filter((value) => value !== null));
}

const SEVERITIES = ['error', 'warning', 'info'] as const;

export function barLegend(plot: BarsPlot, theme: Theme): LegendEntry[] {
  const { severities, severity_names } = plot;
  if (severities !== undefined) {
    const used = SEVERITIES.filter((severity) => severities.includes(severity));
    return used.map((severity) => ({
      name: severity_names?.[severity] ?? severity,
      colour: theme.severities[severity],
      marker: 'rect',
    }));
  }
  return plot.series.map(({ name }, index) => ({ name, colour: categoryColour(theme, index), marker: 'rect' }));
}

export function widestBarLabel(plot: BarsPlot): number {
  return barValues(plot).reduce((most, value) => Math.max(most, textWidth(formatNumber(value), TEXT_SIZE)), 0);
}

/** The ECharts series; labels are at the end of the bar, away from zero. */
export function barSeries(plot: BarsPlot, theme: Theme, thickness: number, labels: boolean): object[] {
  const [end, start] = plot.horizontal ? ['right', 'left'] : ['top', 'bottom'];
  return plot.series.map(({ values }, index) => ({
    type: 'bar',
    silent: true,
    clip: false,
    barWidth: thickness,
    barGap: '12%',
    itemStyle: { color: categoryColour(theme, index), borderRadius: thickness > 8 ? 2 : 0 },
    data: values.map((value, bar) =>
      value === null
        ? '-'
        : { value, label: { position: value < 0 ? start : end }, ...severityStyle(plot.severities?.[bar], theme) },
    ),
    label: {
      show: labels,
      distance: 5,
      color: theme.text,
      textBorderWidth: 0,
      fontSize: TEXT_SIZE,
      fontFamily: FONT_FAMILY,
      formatter: ({ value }: { value: unknown }) => (typeof value === 'number' ? formatNumber(value) : ''),
    },
  }));
}

function severityStyle(severity: 'error' | 'warning' | 'info' | undefined, theme: Theme): object {
  return severity === undefined ? {} : { itemStyle: { color: theme.severities[severity] } };
}

/** A category axis without names: we measure, cut and place our own. */
export function silentCategories(count: number, theme: Theme): object {
  return {
    type: 'category',
    data: Array.from({ length: count }, (_, index) => String(index)),
    axisLabel: { show: false },
    axisTick: { show: false },
    axisLine: { show: true, onZero: true, lineStyle: { color: theme.axis } },
  };
}
