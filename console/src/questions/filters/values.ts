import { useTranslation } from 'react-i18next';
import { languageName } from '../../i18n/language-name.ts';
import { useCategories, useLanguages, useTopics } from '../facts.tsx';
import { type FilterName, LEVELS, type QuestionSearch, STATUSES } from '../search.ts';

export interface Value {
  value: string;
  label: string;
}

/** Filters with a single value. The others accept several. */
export const SINGLE: ReadonlySet<FilterName> = new Set(['topic_focus', 'tag', 'language']);
/** Filters with too many values to list, which are typed instead. */
export const TYPED: ReadonlySet<FilterName> = new Set(['tag']);

/** The possible values of a filter. */
export function useValues(name: FilterName): readonly Value[] {
  const { t, i18n } = useTranslation();
  const categories = useCategories();
  const topics = useTopics();
  const languages = useLanguages(name === 'language');
  switch (name) {
    case 'category':
      return categories.map((value) => ({ value, label: value }));
    case 'difficulty':
      return LEVELS.map((level) => ({ value: String(level), label: t(`level.${level}`) }));
    case 'status':
      return STATUSES.map((value) => ({ value, label: t(`status.${value}`) }));
    case 'topic_focus':
      return topics.map((value) => ({ value, label: value }));
    case 'language':
      return languages
        .map((value) => ({ value, label: languageName(value, i18n.language) }))
        .sort((one, other) => one.label.localeCompare(other.label));
    case 'tag':
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
