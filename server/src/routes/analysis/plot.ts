import { Type } from 'typebox';
import type { CommonResult } from '../../analysis/analysis-type.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { findAnalysis } from '../../store/analyses.ts';
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

export const getPlot = (deps: Deps) =>
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
      const run = await findAnalysis(deps.db.reads, id);
      if (run === undefined) throw analysisNotFound(id);
      const { name, format } = /^(?<name>[a-z0-9-]+)\.(?<format>svg|png)$/u.exec(request.params.plot)?.groups ?? {};
      const plots = run.result === null ? [] : (JSON.parse(run.result) as CommonResult).plots;
      const plot = plots.find((known) => known.id === name);
      if (plot === undefined)
        throw plotNotFound(
          request.params.plot,
          plots.map((known) => known.id),
        );
      // Loaded by the first picture: the libraries that draw would make every start longer.
      const { renderSvg } = await import('../../plots/render-svg.ts');
      const svg = renderSvg(plot, { theme: request.query.theme });
      // A result never changes. Opened by itself in a browser, a picture may load and run nothing.
      reply.header('cache-control', 'private, max-age=3600').header('content-security-policy', PICTURE_POLICY);
      if (format === 'svg') return reply.type('image/svg+xml; charset=utf-8').send(svg);
      const { renderPng } = await import('../../plots/render-png.ts');
      return reply.type('image/png').send(await renderPng(svg));
    },
  });

const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

function plotNotFound(name: string, known: readonly string[]): AppError {
  const there =
    known.length === 0 ? 'It has none.' : `There are ${known.map((id) => `${id}.svg`).join(', ')}, and .png.`;
  return new AppError('plot_not_found', { detail: `The analysis has no plot "${name.slice(0, 100)}". ${there}` });
}
