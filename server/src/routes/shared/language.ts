import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { varyBy } from '../../plugins/http/vary.ts';
import { LANGUAGES } from '../../sentences/languages.ts';

const ENGLISH = 'en';

/** Any language, because the list of languages grows without a change of the API. */
export const language = Type.Optional(
  Type.String({
    format: 'language-tag',
    maxLength: 35,
    description: 'Language of the texts, such as `de`; English if there are no texts in it',
  }),
);

/** The language with texts that fits best: `de-AT` is served in German. */
export function knownLanguage(wanted: string | undefined): string {
  const [spoken = ENGLISH] = (wanted ?? ENGLISH).toLowerCase().split('-');
  return LANGUAGES.includes(spoken) ? spoken : ENGLISH;
}

/** The language of a page for people: as the address says, otherwise as the browser prefers. */
export function negotiateLanguage(request: FastifyRequest, reply: FastifyReply, wanted: string | undefined): string {
  if (wanted === undefined) varyBy(reply, 'Accept-Language');
  const chosen = wanted === undefined ? preferredLanguage(request.headers['accept-language']) : knownLanguage(wanted);
  reply.header('content-language', chosen);
  return chosen;
}

/** The first language with texts among those of the header, by weight. */
export function preferredLanguage(header = ''): string {
  const [best] = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((one) => one.trim());
      const weight = parameters.find((one) => one.startsWith('q='))?.slice('q='.length) ?? '1';
      return { tag: tag.toLowerCase().split('-')[0] ?? '', weight: Number(weight) };
    })
    .filter(({ tag, weight }) => weight > 0 && LANGUAGES.includes(tag))
    .toSorted((left, right) => right.weight - left.weight);
  return best?.tag ?? ENGLISH;
}
