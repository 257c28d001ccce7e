import { useQuery } from '@tanstack/react-query';
import { quaestor } from '../api/client.ts';
import { STATUSES } from '../questions/search.ts';
import { categoryKeys } from './queries.ts';

export interface CategoryRow {
  name: string;
  count: number;
  merging_into?: string;
}

/** All categories with their number of questions of any status. */
export function useCategoryRows() {
  return useQuery({
    queryKey: categoryKeys.counted,
    queryFn: async ({ signal }): Promise<CategoryRow[]> => {
      const [{ categories }, facets] = await Promise.all([
        quaestor.categories.list({ signal }),
        quaestor.questions.facets({ status: [...STATUSES], topic_limit: 0 }, { signal }),
      ]);
      const counts = new Map(facets.categories.map(({ category, total }) => [category, total]));
      return categories.map((category) => ({ ...category, count: counts.get(category.name) ?? 0 }));
    },
  });
}
