import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { signPlotLink } from '../../domain/analysis/plot-link.ts';
import type { Pictures } from '../../plots/pictures.ts';
import { requestBase, requestOrigin } from '../../plugins/access/origin.ts';
import { findSigningKey } from '../../store/signing-keys.ts';
import { route } from '../route.ts';
import { defaulted } from '../shared/defaulted.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { findPicture, plotPath, rejectWithheldPlot, theme } from './shared/picture.ts';
import { analysisId } from './shared/present.ts';

const [SHORTEST_SECONDS, USUAL_SECONDS, LONGEST_SECONDS] = [60, 3600, 24 * 60 * 60];

const LinkRequest = Type.Object(
  {
    expires_in: defaulted(
      Type.Integer({
        minimum: SHORTEST_SECONDS,
        maximum: LONGEST_SECONDS,
        default: USUAL_SECONDS,
        description: 'Seconds for which the link works',
      }),
    ),
    theme,
  },
  { additionalProperties: false, examples: [{ expires_in: 600, theme: 'light' }] },
);

const PlotLink = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      description: 'For the `src` of an image; anyone who has the link sees the plot',
    }),
    expires_at: Type.String({ format: 'date-time' }),
  },
  {
    additionalProperties: false,
    examples: [
      {
        url: 'https://quaestor.example/pictures/019d8a33-a6f0-7000-8000-000000000010/questions-by-difficulty.svg?theme=light&expires=1794910200&signature=kq0O2mT4fVb8x3nZ1yJc7rWd5sLh9uGpQeAiXoBvKtE',
        expires_at: '2026-11-17T10:10:00.000Z',
      },
    ],
  },
);

/** Links are for pages, which must not contain a token. Only callers who may see the plot may create one. */
export const linkPlot = (deps: Deps, pictures: Pictures) =>
  route<{ Params: { id: string; plot: string }; Body: Static<typeof LinkRequest> }>({
    method: 'POST',
    url: '/analysis/:id/plots/:plot/link',
    config: { cost: deps.config.costPlot },
    schema: {
      operationId: 'linkAnalysisPlot',
      tags: ['analysis'],
      security: needs('analysis:read'),
      summary: 'A temporary link to a plot that works without a token, to embed the picture in a page',
      headers: idempotencyHeader,
      params: plotPath,
      body: LinkRequest,
      response: responses({ 200: { description: 'The link', schema: PlotLink } }, [...POST_REJECTIONS, 404]),
    },
    handler: async (request, reply) => {
      const { theme, expires_in } = request.body;
      const { plot } = request.params;
      const analysis = analysisId(request.params);
      await rejectWithheldPlot(deps, request, analysis);
      await findPicture(deps, pictures, { id: analysis, plot, theme }); // draws the plot, or rejects an unknown one
      const result = await replyOnce(
        deps,
        request,
        async (tx) => {
          const expires = Math.floor(deps.now().getTime() / 1000) + expires_in;
          const signature = signPlotLink(await findSigningKey(tx, 'plot-links'), { analysis, plot, theme, expires });
          const base = `${requestOrigin(request, deps.config)}${requestBase(request)}`;
          const url = `${base}/pictures/${analysis}/${plot}?theme=${theme}&expires=${expires}&signature=${signature}`;
          return { status: 200, headers: {}, body: JSON.stringify({ url, expires_at: new Date(expires * 1000) }) };
        },
        { secret: true },
      );
      return sendReply(reply.header('cache-control', 'no-store'), result);
    },
  });
