import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { quaestor } from '../api/client.ts';
import { questionKeys } from '../questions/queries.ts';
import { STATUSES } from '../questions/search.ts';

/** Shows the text of the question, or its id if the text is gone. */
export function QuestionLink({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: questionKeys.text(id),
    queryFn: async ({ signal }) =>
      (await quaestor.questions.list({ ids: [id], fields: ['id', 'question_text'], status: [...STATUSES] }, { signal }))
        .data[0] ?? null,
    staleTime: 60_000,
  });
  return (
    <Link to="/questions/$id" params={{ id }}>
      {data?.question_text ?? id}
    </Link>
  );
}
