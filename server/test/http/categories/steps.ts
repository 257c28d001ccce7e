import { mergeCategories } from '../../../src/worker/merge-categories.ts';
import { asOperator, type TestService } from '../../harness.ts';

export interface MergeBody {
  id: string;
  from: string;
  into: string;
  status: string;
  progress: { completed: number; total: number };
  created_by: string;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
}

export const addCategory = (service: TestService, name: string) =>
  service.request({ method: 'POST', url: '/categories', payload: { name }, headers: asOperator });
export const pathOf = (name: string) => `/categories/${encodeURIComponent(name)}`;
export const renameCategory = (service: TestService, name: string, to: string) =>
  service.request({ method: 'PATCH', url: pathOf(name), payload: { name: to }, headers: asOperator });
export const removeCategory = (service: TestService, name: string, query: Record<string, string> = {}) =>
  service.request({ method: 'DELETE', url: pathOf(name), query, headers: asOperator });
export const getMerge = async (service: TestService, id: string) =>
  (await service.request({ url: `/categories/merges/${id}`, headers: asOperator })).json<MergeBody>();

export async function categoryNames(service: TestService): Promise<string[]> {
  const { categories } = (await service.request({ url: '/categories' })).json<{ categories: { name: string }[] }>();
  return categories.map(({ name }) => name);
}

/** Runs the steps that a worker would run within a second. */
export const runMerges = ({ deps }: TestService) => mergeCategories(deps, new AbortController().signal);
