import type { Plot } from '../domain/analysis/plot.ts';
import type { ThemeName } from './palette.ts';
import { renderSvg } from './render-svg.ts';

/** Runs in a separate thread: a result is up to a megabyte of JSON, and a heat map of 50 by 50 takes 200 ms. */
export interface DrawTask {
  /** The complete result, as it is stored. */
  result: string;
  plot: string;
  theme: ThemeName;
}

/** The picture, or the names of the existing plots. */
export type Drawn = { svg: string } | { known: readonly string[] };

export function draw({ result, plot: name, theme }: DrawTask): Drawn {
  const { plots } = JSON.parse(result) as { plots: readonly Plot[] };
  const plot = plots.find(({ id }) => id === name);
  return plot === undefined ? { known: plots.map(({ id }) => id) } : { svg: renderSvg(plot, { theme }) };
}
