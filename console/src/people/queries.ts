import { queryOptions } from '@tanstack/react-query';
import { quaestor } from '../api/client.ts';

const MAX_PEOPLE = 1000;

export const personKeys = {
  all: ['people'],
  list: ['people', 'list'],
  names: ['people', 'names'],
  one: (id: string) => ['people', 'one', id],
  sessions: (id: string) => ['people', 'sessions', id],
};

/** Everybody, even removed people, for the names of authors and assignees. */
export const peopleQuery = queryOptions({
  queryKey: personKeys.all,
  queryFn: ({ signal }) => quaestor.people.list({ limit: MAX_PEOPLE }, { signal }).toArray(MAX_PEOPLE),
  staleTime: 60_000,
});

const SELDOM_MS = 5 * 60_000;

/** One person, also one who was removed. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: personKeys.one(id),
    staleTime: SELDOM_MS,
    queryFn: ({ signal }) => quaestor.people.get(id, { signal }),
  });
