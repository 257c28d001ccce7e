import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import type { Pictures } from '../../plots/pictures.ts';
import { route } from '../route.ts';
import { knownLanguage, language } from '../shared/language.ts';
import { responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { findPicture, PICTURE, plotPath, rejectWithheldPlot, sendPicture, theme } from './shared/picture.ts';
import { analysisId } from './shared/present.ts';

const PlotQuery = Type.Object(
  {
    theme,
    language,
    width: Type.Optional(
      Type.Integer({
        minimum: 320,
        maximum: 1600,
        description:
          'Width of the picture in pixels, 800 unless given; pictures with many columns are wider. Texts have at least 12 pixels',
      }),
    ),
    title: Type.Optional(
      Type.Boolean({ description: '`false`: without the title and n, for pages that show them themselves' }),
    ),
  },
  { additionalProperties: false },
);

export const getPlot = (deps: Deps, pictures: Pictures) =>
  route<{ Params: { id: string; plot: string }; Querystring: Static<typeof PlotQuery> }>({
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
      response: { ...responses({}, [400, 404, 503, 504]), 200: PICTURE },
    },
    handler: async (request, reply) => {
      const id = analysisId(request.params);
      await rejectWithheldPlot(deps, request, id);
      reply.visibilityApplied = true;
      const { language: wantedLanguage, ...options } = request.query;
      const wanted = { id, plot: request.params.plot, ...options, language: knownLanguage(wantedLanguage) };
      const picture = await findPicture(deps, pictures, wanted);
      return sendPicture(reply.header('cache-control', 'private, max-age=3600'), picture); // a result never changes
    },
  });
