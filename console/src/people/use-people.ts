import { useQueries, useQuery } from '@tanstack/react-query';
import { useMay } from '../api/session.ts';
import { peopleQuery, personQuery } from './queries.ts';

interface Named {
  id: string;
  name: string;
}

/** The people that the reader may choose from. Only those who may write questions or manage people may list them. */
export function usePeople(): readonly Named[] {
  const mayList = [useMay('questions:write'), useMay('people:manage')].includes(true);
  const { data = [] } = useQuery({ ...peopleQuery, enabled: mayList });
  return data.filter(({ removed_at: removed }) => removed === null);
}

/** The names of these people as far as they are known, also of those who were removed. */
export function useNamed(ids: readonly string[]): readonly Named[] {
  const found = useQueries({ queries: ids.map((id) => personQuery(id)) });
  return found.flatMap(({ data }) => (data === undefined ? [] : [data]));
}
