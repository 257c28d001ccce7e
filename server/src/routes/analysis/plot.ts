import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type Pictures, PicturesBusyError } from '../../plots/pictures.ts';
import { findAnalysisResult, hasAnalysis } from '../../store/analyses.ts';
import { defaulted } from '../defaulted.ts';
import { refusePlayers } from '../refuse-players.ts';
import { responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { analysisId, analysisNotFound } from './present.ts';

type Theme = 'light' | 'dark';

const PlotQuery = Type.Object(
  { theme: defaulted(Type.Unsafe<Theme>({ type: 'string', enum: ['light', 'dark'], default: 'light' })) },
  { additionalProperties: false },
);

const plotPath = Type.Object({
  id: Type.String({ description: 'Id of the analysis' }),
  plot: Type.String({ description: 'Id of the plot and the format: coverage.svg or coverage.png' }),
});

export const getPlot = (deps: Deps, pictures: Pictures) =>
  route<{ Params: { id: string; plot: string }; Querystring: { theme: Theme } }>({
    method: 'GET',
    url: '/analysis/:id/plots/:plot',
    config: { json: false, cost: deps.config.costPlot },
    schema: {
      operationId: 'getAnalysisPlot',
      tags: ['analysis'],
      security: needs('analysis:read'),
      summary: 'A plot of the result as a picture, SVG or PNG',
      params: plotPath,
      querystring: PlotQuery,
      response: {
        ...responses({}, [400, 404, 503, 504]),
        200: {
          description: 'The picture; its text description is in the SVG and in `result.plots`',
          content: {
            'image/svg+xml': { schema: { type: 'string' } },
            'image/png': { schema: { type: 'string', format: 'binary' } },
          },
        },
      },
    },
    handler: async (request, reply) => {
      refusePlayers(deps, request, 'analyses');
      const id = analysisId(request.params);
      if (!(await hasAnalysis(deps.db.reads, id))) throw analysisNotFound(id);
      const { name = '', format = 'svg' } = PLOT_FILE.exec(request.params.plot)?.groups ?? {};
      const wanted = { analysis: id, plot: name, format: format as 'svg' | 'png', theme: request.query.theme };
      const found = await pictures.find(wanted, () => findAnalysisResult(deps.db.reads, id)).catch(refuseBusy);
      if (!('picture' in found)) throw plotNotFound(request.params.plot, found.known);
      // A result never changes. Opened by itself in a browser, a picture may load and run nothing.
      return reply
        .header('cache-control', 'private, max-age=3600')
        .header('content-security-policy', PICTURE_POLICY)
        .type(MEDIA_TYPES[wanted.format])
        .send(found.picture);
    },
  });

const PLOT_FILE = /^(?<name>[a-z0-9-]+)\.(?<format>svg|png)$/u;
const MEDIA_TYPES = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' };
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

function refuseBusy(error: unknown): never {
  if (!(error instanceof PicturesBusyError)) throw error;
  throw new AppError('overloaded', {
    detail: 'Too many pictures are being drawn.',
    cause: error,
    headers: { 'retry-after': '2' },
  });
}

function plotNotFound(name: string, known: readonly string[]): AppError {
  const there =
    known.length === 0 ? 'It has none.' : `There are ${known.map((id) => `${id}.svg`).join(', ')}, and .png.`;
  return new AppError('plot_not_found', { detail: `The analysis has no plot "${name.slice(0, 100)}". ${there}` });
}
