import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { isSignatureOf } from '../../domain/analysis/plot-link.ts';
import { AppError } from '../../errors.ts';
import type { Pictures } from '../../plots/pictures.ts';
import { findSigningKey } from '../../store/signing-keys.ts';
import { route } from '../route.ts';
import { responses } from '../shared/responses.ts';
import { OPEN_TO_ALL } from '../shared/security.ts';
import { findPicture, PICTURE, plotPath, sendPicture, theme } from './shared/picture.ts';
import { analysisId } from './shared/present.ts';

const LinkQuery = Type.Object(
  {
    theme,
    expires: Type.Integer({
      minimum: 0,
      maximum: 2 ** 40,
      description: 'When the link expires, in seconds since 1970',
    }),
    signature: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'As returned by POST /analysis/{id}/plots/{plot}/link',
    }),
  },
  { additionalProperties: false },
);

/** Browsers cache the plot at most this long, so that a link stops working soon after its analysis was deleted. */
const KEPT_SECONDS = 60;

/** The target of links. The signature is in the query, which no log contains. */
export const getLinkedPlot = (deps: Deps, pictures: Pictures) =>
  route<{ Params: { id: string; plot: string }; Querystring: Static<typeof LinkQuery> }>({
    method: 'GET',
    url: '/pictures/:id/:plot',
    config: { json: false },
    schema: {
      operationId: 'getLinkedPlot',
      tags: ['analysis'],
      security: OPEN_TO_ALL,
      summary: 'The plot that a link leads to',
      params: plotPath,
      querystring: LinkQuery,
      response: {
        ...responses({}, [400, 403, 404, 503, 504]),
        200: { ...PICTURE, headers: { 'Cross-Origin-Resource-Policy': {} } },
      },
    },
    handler: async (request, reply) => {
      const { theme, expires, signature } = request.query;
      const { plot } = request.params;
      const id = analysisId(request.params);
      const key = await findSigningKey(deps.db.reads, 'plot-links');
      const secondsLeft = expires - Math.floor(deps.now().getTime() / 1000);
      if (!isSignatureOf(signature, key, { analysis: id, plot, theme, expires }) || secondsLeft <= 0)
        throw new AppError('invalid_link');
      const picture = await findPicture(deps, pictures, { id, plot, theme });
      reply
        .header('cache-control', `private, max-age=${Math.min(KEPT_SECONDS, secondsLeft)}`)
        .header('cross-origin-resource-policy', 'cross-origin');
      return sendPicture(reply, picture);
    },
  });
