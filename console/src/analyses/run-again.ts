import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Analysis, AnalysisRequest } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { analysisKeys, oneQuery } from './queries.ts';

/** Runs the same request on the current bank. */
function requestOf({ analysis_type, filter, question_ids, parameters }: Analysis): AnalysisRequest {
  const questions = question_ids === null ? { filter: filter ?? {} } : { question_ids };
  return { analysis_type, ...questions, parameters };
}

export function useRunAgain() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (analysis: Analysis) => quaestor.analysis.run(requestOf(analysis)),
    onSuccess: async (started) => {
      client.setQueryData(oneQuery(started.id).queryKey, started);
      await client.invalidateQueries({ queryKey: analysisKeys.lists });
      await navigate({ to: '/analyses/$id', params: { id: started.id } });
    },
  });
}
