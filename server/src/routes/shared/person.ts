import type { FastifyRequest } from 'fastify';
import { isUuid } from '../../domain/uuid.ts';
import { type Violation, violationError } from '../../errors.ts';
import { principalOf } from './principal.ts';

/** Stands for the person who is signed in. */
const ME = 'me';

/** How a request names a person. */
export const PERSON_SCHEMA = {
  minLength: ME.length,
  maxLength: 36,
  description: `Id of a person; \`${ME}\` is the person who is signed in`,
};

/** Where a request names a person. */
export type Place = { pointer: string } | { parameter: string };

/** The id of the signed-in person; undefined for any other caller. */
export function callingPerson(request: FastifyRequest): string | undefined {
  return /^person:(?<id>.*)$/u.exec(principalOf(request))?.groups?.['id'];
}

/** The id of the person that a request names. */
export function readPerson(request: FastifyRequest, named: string, place: Place): string {
  if (isUuid(named)) return named.toLowerCase();
  if (named !== ME) {
    const name = 'pointer' in place ? place.pointer.replace(/^.*\//u, '') : place.parameter;
    const detail = `\`${name}\` must be the id of a person, or "${ME}".`;
    throw violationError([{ code: 'invalid_format', detail, ...place }]);
  }
  const caller = callingPerson(request);
  if (caller !== undefined) return caller;
  const detail = `"${ME}" is for people who are signed in: with a token, name the person by id.`;
  throw violationError([{ code: 'not_allowed', detail, ...place }]);
}

export function missingPerson(id: string, pointer = '#/person'): Violation {
  return { code: 'resource_missing', detail: `No person has the id "${id}".`, pointer };
}
