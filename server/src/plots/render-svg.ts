import type { Plot } from '../domain/analysis/plot.ts';
import { drawBars } from './bars.ts';
import type { Drawing } from './drawing.ts';
import { init, setPlatformAPI } from './echarts.ts';
import { drawGraph } from './graph.ts';
import { drawHeatMap } from './heat-map.ts';
import { drawHistogram } from './histogram.ts';
import { drawLines } from './lines.ts';
import { THEMES, type Theme, type ThemeName } from './palette.ts';
import { withPrintableTexts } from './printable.ts';
import { drawScatter } from './scatter.ts';
import { svgDocument } from './svg-document.ts';
import { textWidth } from './text-width.ts';

// Without a DOM, ECharts guesses the width of texts; this makes it agree with our own layout.
setPlatformAPI({
  measureText: (text, font = '') => ({
    width: textWidth(text, Number(/(?<![\d.])([\d.]+)px/.exec(font)?.[1] ?? 12), font.includes('bold')),
  }),
});

/** A plot as one SVG document without scripts, fonts or external references. The same plot gives the same bytes. */
export function renderSvg(plot: Plot, options: { theme: ThemeName }): string {
  const clean = withPrintableTexts(plot);
  const { width, height, option } = draw(clean, THEMES[options.theme]);
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption(option);
    return svgDocument(chart.renderToSVGString(), clean);
  } finally {
    chart.dispose();
  }
}

function draw(plot: Plot, theme: Theme): Drawing {
  switch (plot.kind) {
    case 'heat_map':
      return drawHeatMap(plot, theme);
    case 'histogram':
      return drawHistogram(plot, theme);
    case 'bars':
      return drawBars(plot, theme);
    case 'scatter':
      return drawScatter(plot, theme);
    case 'lines':
      return drawLines(plot, theme);
    case 'graph':
      return drawGraph(plot, theme);
  }
}
