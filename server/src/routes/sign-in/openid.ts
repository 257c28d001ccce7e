import { type Static, Type } from 'typebox';
import type { OpenidProvider } from '../../access/openid-provider.ts';
import type { Deps } from '../../deps.ts';
import { readReturnPath } from '../../domain/sign-in/return-path.ts';
import { AppError, violationError } from '../../errors.ts';
import { beginAttempt } from '../../plugins/access/attempt-cookie.ts';
import { route } from '../route.ts';
import { defaulted } from '../shared/defaulted.ts';
import { responses } from '../shared/responses.ts';
import { OPEN_TO_ALL } from '../shared/security.ts';
import { showErrorPage } from './shared/error-page.ts';

const OpenidQuery = Type.Object(
  {
    return_to: defaulted(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        default: '/',
        description: 'Where to go after signing in: a path of this service, with query and fragment',
      }),
    ),
  },
  { additionalProperties: false },
);

/** The callback of this service, which must be registered with the provider. */
export const CALLBACK_PATH = '/session/openid/callback';

export const beginOpenidSession = (deps: Deps, provider: OpenidProvider | undefined) =>
  route<{ Querystring: Static<typeof OpenidQuery> }>({
    method: 'GET',
    url: '/session/openid',
    config: { json: false, cost: 1 },
    errorHandler: showErrorPage(deps.config),
    schema: {
      operationId: 'beginOpenidSession',
      tags: ['session'],
      security: OPEN_TO_ALL,
      summary: 'Sign in at the OpenID provider: an address for browsers, not for programs',
      querystring: OpenidQuery,
      response: responses(
        {
          302: {
            description: 'To the provider; the cookie is needed for the way back',
            headers: ['Location', 'Set-Cookie'],
          },
        },
        [400, 404, 503, 504],
      ),
    },
    handler: async (request, reply) => {
      if (provider === undefined) throw new AppError('openid_not_configured');
      const return_to = readReturnPath(request.query.return_to);
      if (return_to === undefined) throw elsewhere();
      const { url, attempt } = await provider.begin(`${deps.config.publicUrl}${CALLBACK_PATH}`);
      await beginAttempt(deps, request, reply, { kind: 'openid', return_to, ...attempt });
      return reply.redirect(url.href, 302);
    },
  });

function elsewhere(): AppError {
  const detail = '`return_to` must be a path of this service, such as /console.';
  return violationError([{ code: 'not_allowed', detail, parameter: 'return_to' }]);
}
