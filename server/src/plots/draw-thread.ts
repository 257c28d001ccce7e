import type { Plot } from '../domain/analysis/plot.ts';
import { makeWriter, type SentencesByPath, type SentenceTree, translate } from '../domain/sentences/write.ts';
import { inLanguage } from './number-format.ts';
import { type PictureOptions, renderSvg } from './render-svg.ts';

/** Its sentences come with the task, because drawing reads no files. */
export interface PlotLanguage {
  name: string;
  sentences: SentenceTree;
}

/** Runs in a separate thread: a result is up to a megabyte of JSON, and a heat map of 50 by 50 takes 200 ms. */
export interface DrawTask {
  /** The complete result, as it is stored. */
  result: string;
  plot: string;
  options: PictureOptions;
  language: PlotLanguage | null;
}

/** The picture, or the names of the existing plots. */
export type Drawn = { svg: string } | { known: readonly string[] };

export function draw({ result, plot: name, options, language }: DrawTask): Drawn {
  const parsed = JSON.parse(result) as { plots: readonly Plot[]; sentences?: SentencesByPath };
  const { plots } = language === null ? parsed : inWords(parsed, language);
  const plot = plots.find(({ id }) => id === name);
  if (plot === undefined) return { known: plots.map(({ id }) => id) };
  return { svg: inLanguage(language?.name ?? 'en', () => renderSvg(plot, options)) };
}

function inWords<Result extends { sentences?: SentencesByPath }>(result: Result, language: PlotLanguage): Result {
  return translate(result, result.sentences ?? {}, makeWriter(language.name, language.sentences));
}
