import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type QuestionSearch, readSearch } from './search.ts';

/**
 * The filters of the address. The router passes unknown parameters on, so they are dropped here. Returns the same
 * object for the same address.
 */
export function useQuestionSearch(): QuestionSearch {
  const given = JSON.stringify(useSearch({ from: '/framed/questions' }));
  return useMemo(() => readSearch(JSON.parse(given) as Record<string, unknown>), [given]);
}
