import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { quaestor } from '../../../api/client.ts';
import { useDebounced } from '../../debounced.ts';
import { questionKeys } from '../../queries.ts';
import { STATUSES } from '../../search.ts';
import { likeness, similarQuery } from './similar.ts';

const MAX_CHECKED = 100;
const SHOWN = 3;
const MIN_LIKENESS = 0.5;

export interface Similar {
  id: string;
  text: string;
  answer: string;
  accepted: readonly string[];
  likeness: number;
}

/** The most similar questions, searched after the text has stopped changing. */
export function useSimilar(text: string, ownId?: string): readonly Similar[] {
  const asked = useDebounced(text);
  const q = similarQuery(asked);
  const { data = [] } = useQuery({
    queryKey: questionKeys.similar(q),
    enabled: q !== undefined,
    queryFn: async ({ signal }) =>
      (
        await quaestor.questions.list(
          {
            q: q ?? '',
            limit: MAX_CHECKED,
            status: [...STATUSES],
            fields: ['id', 'question_text', 'correct_answer', 'accepted_answers'],
          },
          { signal },
        )
      ).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  if (q === undefined) return [];
  return data
    .map(({ id = '', question_text = '', correct_answer = '', accepted_answers = [] }) => ({
      id,
      text: question_text,
      answer: correct_answer,
      accepted: accepted_answers,
      likeness: likeness(asked, question_text),
    }))
    .filter((one) => one.id !== ownId && one.likeness >= MIN_LIKENESS)
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, SHOWN);
}
