import { useQuery } from '@tanstack/react-query';
import { quaestor } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { usePersonName } from '../people/use-person-name.ts';
import { questionKeys } from './queries.ts';

/** Who changed a question last: the reader elsewhere, a person by name, or undefined for others and until it is known. */
export function useLastAuthor(id: string): { isOwn: boolean; name: string | undefined } {
  const own = useSession()?.principal;
  const { data } = useQuery({
    queryKey: questionKeys.lastAuthor(id),
    gcTime: 0, // somebody else may be the last one next time
    queryFn: async ({ signal }) =>
      (await quaestor.questions.versions(id, { limit: 1 }, { signal })).data[0]?.changed_by ?? null,
  });
  const name = usePersonName(data ?? undefined);
  return { isOwn: data != null && data === own, name };
}
