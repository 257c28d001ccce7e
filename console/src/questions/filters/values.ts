import { useTranslation } from 'react-i18next';
import { useCategories, useTopics } from '../facts.tsx';
import { type FilterName, LEVELS, type QuestionSearch, STATUSES } from '../search.ts';

interface Value {
  value: string;
  label: string;
}

/** Filters with a single value. The others accept several. */
export const SINGLE: ReadonlySet<FilterName> = new Set(['topic_focus', 'tag', 'language']);
/** Filters with too many values to list, which are typed instead. */
export const TYPED: ReadonlySet<FilterName> = new Set(['tag', 'language']);

/** The possible values of a filter. */
export function useValues(name: FilterName): readonly Value[] {
  const { t } = useTranslation();
  const categories = useCategories();
  const topics = useTopics();
  switch (name) {
    case 'category':
      return categories.map((value) => ({ value, label: value }));
    case 'difficulty':
      return LEVELS.map((level) => ({ value: String(level), label: t(`level.${level}`) }));
    case 'status':
      return STATUSES.map((value) => ({ value, label: t(`status.${value}`) }));
    case 'topic_focus':
      return topics.map((value) => ({ value, label: value }));
    case 'tag':
    case 'language':
      return [];
  }
}

export function chosenValues(search: QuestionSearch, name: FilterName): string[] {
  return [search[name] ?? []].flat().map(String);
}

/** The change of the address that sets a filter. An empty choice removes it. */
export function setFilter(name: FilterName, values: readonly string[]): Partial<Record<FilterName, unknown>> {
  if (values.length === 0) return { [name]: undefined };
  if (SINGLE.has(name)) return { [name]: values[0] };
  return { [name]: name === 'difficulty' ? values.map(Number).sort() : [...values] };
}
