import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createPerson } from './create.ts';
import { deletePerson } from './delete.ts';
import { deletePersonSessions } from './delete-sessions.ts';
import { getPerson } from './get.ts';
import { listPeople } from './list.ts';
import { listPersonSessions } from './list-sessions.ts';
import { createSignInLink } from './sign-in-link.ts';
import { updatePerson } from './update.ts';

export function peopleRoutes(deps: Deps): RouteOptions[] {
  return [
    createPerson(deps),
    listPeople(deps),
    getPerson(deps),
    updatePerson(deps),
    deletePerson(deps),
    createSignInLink(deps),
    listPersonSessions(deps),
    deletePersonSessions(deps),
  ];
}
