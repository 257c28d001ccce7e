import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import type { Pictures } from '../../plots/pictures.ts';
import { route } from '../route.ts';
import { knownLanguage, language } from '../shared/language.ts';
import { responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import {
  findPicture,
  PICTURE,
  plotPath,
  rejectWithheldPlot,
  sendPicture,
  type Theme,
  theme,
} from './shared/picture.ts';
import { analysisId } from './shared/present.ts';

const PlotQuery = Type.Object({ theme, language }, { additionalProperties: false });

export const getPlot = (deps: Deps, pictures: Pictures) =>
  route<{ Params: { id: string; plot: string }; Querystring: { theme: Theme; language?: string } }>({
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
      const { theme, language: wantedLanguage } = request.query;
      const wanted = { id, plot: request.params.plot, theme, language: knownLanguage(wantedLanguage) };
      const picture = await findPicture(deps, pictures, wanted);
      return sendPicture(reply.header('cache-control', 'private, max-age=3600'), picture); // a result never changes
    },
  });
