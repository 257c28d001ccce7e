import type { Plot } from '../domain/analysis/plot.ts';
import { drawBars } from './bars.ts';
import type { Drawing } from './drawing.ts';
import { init, setPlatformAPI } from './echarts.ts';
import { drawGraph } from './graph.ts';
import { drawHeatMap } from './heat-map.ts';
import { drawHistogram } from './histogram.ts';
import { drawLines } from './lines.ts';
import { type Look, THEMES, type ThemeName } from './palette.ts';
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

const DEFAULT_WIDTH = 800;

export interface PictureOptions {
  theme: ThemeName;
  /** In pixels; pictures with many columns are wider. */
  width?: number;
  /** False for pages that show the title and n themselves. */
  title?: boolean;
}

/** A plot as one SVG document without scripts, fonts or external references. The same plot gives the same bytes. */
export function renderSvg(plot: Plot, options: PictureOptions): string {
  const clean = withPrintableTexts(plot);
  const { theme, width: wanted = DEFAULT_WIDTH, title = true } = options;
  const { width, height, option } = draw(clean, { ...THEMES[theme], width: wanted, hasTitle: title });
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption(option);
    return svgDocument(chart.renderToSVGString(), clean);
  } finally {
    chart.dispose();
  }
}

function draw(plot: Plot, look: Look): Drawing {
  switch (plot.kind) {
    case 'heat_map':
      return drawHeatMap(plot, look);
    case 'histogram':
      return drawHistogram(plot, look);
    case 'bars':
      return drawBars(plot, look);
    case 'scatter':
      return drawScatter(plot, look);
    case 'lines':
      return drawLines(plot, look);
    case 'graph':
      return drawGraph(plot, look);
  }
}
