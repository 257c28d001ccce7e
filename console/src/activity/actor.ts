import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../api/client.ts';
import { personKeys } from '../people/queries.ts';

const PERSON = /^person:(.+)$/u;
const SELDOM_MS = 5 * 60_000;

export const isPerson = (principal: string) => PERSON.test(principal);

/** The name of the author, even of removed people. Names of programs are not visible to everybody. */
export function useActorName(principal: string): string {
  const { t } = useTranslation();
  const id = PERSON.exec(principal)?.[1];
  const { data } = useQuery({
    queryKey: personKeys.one(id),
    enabled: id !== undefined,
    staleTime: SELDOM_MS,
    queryFn: ({ signal }) => quaestor.people.get(id ?? '', { signal }),
  });
  if (id === undefined) return t('activity.program');
  return data?.name ?? t('activity.person');
}

export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? '').join('');
}

/** The end of an id. Its beginning is a timestamp, so only the end tells ids apart. */
export const shortId = (id: string) => id.slice(-6);
