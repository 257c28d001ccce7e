import type { FastifyRequest } from 'fastify';

const RIGHT = 'Send `Authorization: Bearer <token>`';
const TOKEN_PARAMETERS = /[?&](?:access_token|api_key|apikey|key|token)=/iu;

/** Explains what is wrong with an Authorization header without a usable token; undefined if its form is right. */
export function explainAuthorization(header: string): string | undefined {
  const [scheme = '', ...rest] = header.trim().split(/ +/u);
  const token = rest.join(' ');
  if (/^basic$/iu.test(scheme))
    return `The Authorization header is Basic, which only the OAuth endpoints accept. ${RIGHT}: POST /oauth/token exchanges a client's id and secret for a token.`;
  if (/^bearer:?$/iu.test(scheme) && token === '')
    return `There is no token after Bearer; a variable may be empty. ${RIGHT}.`;
  if (/^bearer:$/iu.test(scheme)) return `There is a colon after Bearer. ${RIGHT}.`;
  if (!/^bearer$/iu.test(scheme)) {
    return token === ''
      ? `The word Bearer is missing before the token. ${RIGHT}.`
      : `The Authorization header does not begin with Bearer. ${RIGHT}.`;
  }
  if (/^bearer /iu.test(token)) return `The word Bearer is repeated. ${RIGHT}.`;
  if (/^["'<{$]/u.test(token) || /["'>}]/u.test(token.slice(-1)))
    return `This is a placeholder, or a token in quotes or brackets. ${RIGHT} with the token itself.`;
  return undefined;
}

/** Finds a token in other places of a request that has no Authorization header. */
export function explainMissingToken({ headers, raw }: FastifyRequest): string | undefined {
  if (headers['x-api-key'] !== undefined) return `The header X-API-Key is not supported. ${RIGHT}.`;
  if (TOKEN_PARAMETERS.test(raw.url ?? ''))
    return `Tokens are not accepted in the URL, where they would be logged. ${RIGHT}.`;
  return undefined;
}
