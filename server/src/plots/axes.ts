import type { Box } from './drawing.ts';
import { TEXT_SIZE } from './drawing.ts';
import type { Theme } from './palette.ts';
import { FONT_FAMILY, type Shape, text } from './shapes.ts';
import { textWidth, truncate } from './text-width.ts';
import type { Scale } from './ticks.ts';

/** Space between a number or name and its axis. */
export const LABEL_GAP = 8;
/** Height of the row with the name of an axis. */
export const AXIS_TITLE_ROW = 24;

/** An ECharts number axis with given limits; only the value axis has grid lines. */
export function valueAxis(scale: Scale, theme: Theme, lines: boolean): object {
  return {
    type: 'value',
    min: scale.min,
    max: scale.max,
    interval: scale.interval,
    axisLine: { show: !lines, onZero: false, lineStyle: { color: theme.axis } },
    axisTick: { show: !lines, lineStyle: { color: theme.axis } },
    splitLine: { show: lines, lineStyle: { color: theme.grid } },
    axisLabel: { ...labelStyle(theme), hideOverlap: true, formatter: scale.format },
  };
}

function labelStyle(theme: Theme): object {
  return { color: theme.muted, fontSize: TEXT_SIZE, fontFamily: FONT_FAMILY, margin: LABEL_GAP };
}

/** The width of the numbers of a vertical axis. */
export function scaleWidth(scale: Scale): number {
  const count = Math.round((scale.max - scale.min) / scale.interval);
  let widest = 0;
  for (let step = 0; step <= count; step += 1) {
    widest = Math.max(widest, textWidth(scale.format(scale.min + step * scale.interval), TEXT_SIZE));
  }
  return widest;
}

/** The name of the vertical axis is above it, where it can be read horizontally. */
export function verticalTitle(label: string, theme: Theme, x: number, y: number, room: number): Shape {
  return text(x, y, truncate(label, room, TEXT_SIZE, true), { size: TEXT_SIZE, fill: theme.muted, bold: true });
}

/** The name of the horizontal axis is centred below it. */
export function horizontalTitle(label: string, theme: Theme, box: Box, y: number): Shape {
  const style = { size: TEXT_SIZE, fill: theme.muted, bold: true, align: 'center' } as const;
  return text(box.left + box.width / 2, y, truncate(label, box.width, TEXT_SIZE, true), style);
}
