import { useQuery } from '@tanstack/react-query';
import { personQuery } from './queries.ts';

const PERSON = /^person:(.+)$/u;

export const isPerson = (principal: string) => PERSON.test(principal);

/** The name of a person, also of one who was removed; undefined for programs, and until it is known. */
export function usePersonName(principal: string | undefined): string | undefined {
  const id = PERSON.exec(principal ?? '')?.[1];
  const { data } = useQuery({ ...personQuery(id ?? ''), enabled: id !== undefined });
  return data?.name;
}
