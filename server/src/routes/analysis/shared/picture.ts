import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { PlotLanguage } from '../../../plots/draw-thread.ts';
import { type Pictures, PicturesBusyError } from '../../../plots/pictures.ts';
import type { PictureOptions } from '../../../plots/render-svg.ts';
import { readLanguage } from '../../../sentences/languages.ts';
import { findAnalysisKind, findAnalysisResult, hasAnalysis } from '../../../store/analysis/analyses.ts';
import { defaulted } from '../../shared/defaulted.ts';
import { analysisNotFound, rejectWithheld } from './present.ts';

export type Theme = 'light' | 'dark';
export const theme = defaulted(Type.Unsafe<Theme>({ type: 'string', enum: ['light', 'dark'], default: 'light' }));

export const plotPath = Type.Object({
  id: Type.String({ description: 'Id of the analysis' }),
  plot: Type.String({ description: 'Id of the plot and the format: coverage.svg or coverage.png' }),
});

interface Picture {
  bytes: Buffer;
  mediaType: string;
}

/** Plots show words of answers. Only callers who may see a plot can create a link to it, which the signature proves. */
export async function rejectWithheldPlot(deps: Deps, request: FastifyRequest, id: string): Promise<void> {
  const kind = await findAnalysisKind(deps.db.reads, id);
  if (kind === undefined) throw analysisNotFound(id);
  rejectWithheld(deps, request, kind);
}

/** The picture of a plot; 404 if it does not exist. */
export async function findPicture(
  deps: Deps,
  pictures: Pictures,
  wanted: { id: string; plot: string; language?: string } & PictureOptions,
): Promise<Picture> {
  const { id: analysis, plot: file, language = 'en', ...options } = wanted;
  if (!(await hasAnalysis(deps.db.reads, analysis))) throw analysisNotFound(analysis);
  const { name: plot = '', format = 'svg' } = PLOT_FILE.exec(file)?.groups ?? {};
  const picture = { analysis, plot, format: format as 'svg' | 'png', language: plotLanguage(language), ...options };
  const found = await pictures.find(picture, () => findAnalysisResult(deps.db.reads, analysis)).catch(rejectBusy);
  if (!('picture' in found)) throw plotNotFound(file, found.known);
  return { bytes: found.picture, mediaType: MEDIA_TYPES[picture.format] };
}

/** Results are stored in English. */
function plotLanguage(name: string): PlotLanguage | null {
  if (name === 'en') return null;
  const { plots = {}, phrases = {}, terms = {} } = readLanguage(name);
  return { name, sentences: { plots, phrases, terms } };
}

/** A picture that is opened in a browser must not load or run anything. */
export function sendPicture(reply: FastifyReply, { bytes, mediaType }: Picture): FastifyReply {
  return reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .type(mediaType)
    .send(bytes);
}

const PLOT_FILE = /^(?<name>[a-z0-9-]+)\.(?<format>svg|png)$/u;
const MEDIA_TYPES = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' };

/** Used in the description of the API. */
export const PICTURE = {
  description: 'The picture; its text description is in the SVG and in `result.plots`',
  content: {
    'image/svg+xml': { schema: { type: 'string', examples: ['<svg xmlns="http://www.w3.org/2000/svg">…</svg>'] } },
    'image/png': { schema: { type: 'string', format: 'binary', examples: ['PNG…'] } },
  },
};

function rejectBusy(error: unknown): never {
  if (!(error instanceof PicturesBusyError)) throw error;
  throw new AppError('overloaded', {
    detail: 'Too many plots are being drawn. Try again in 2 s.',
    cause: error,
    headers: { 'retry-after': '2' },
  });
}

function plotNotFound(name: string, known: readonly string[]): AppError {
  const available =
    known.length === 0 ? 'It has none.' : `There are ${known.map((id) => `${id}.svg`).join(', ')}, and .png.`;
  return new AppError('plot_not_found', { detail: `The analysis has no plot "${name.slice(0, 100)}". ${available}` });
}
