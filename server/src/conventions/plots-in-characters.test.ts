import { expect, it } from 'vitest';
import { columnsOf } from '../../../cli/src/columns.ts';
import { drawPlot } from '../../../cli/src/terminal-plot.ts';
import { HOSTILE } from '../plots/hostile-plots.fixture.ts';
import { SAMPLES } from '../plots/sample-plots.fixture.ts';

/** The command line draws the same plots with characters. */
const all = [...SAMPLES.map((plot) => [plot.id, plot] as const), ...HOSTILE];
const widest = (drawn: string) => Math.max(...drawn.split('\n').map(columnsOf));

it.each([30, 40, 80, 200])('every plot fits into %i columns', (columns) => {
  for (const [name, plot] of all) {
    const drawn = drawPlot(plot, columns);
    expect(widest(drawn), name).toBeLessThanOrEqual(columns);
    expect(drawn.split('\n').length, name).toBeLessThan(400);
    expect(drawn, name).not.toMatch(/NaN|undefined|Infinity/u);
  }
});
