import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../client/src/index.ts';
import { LEVELS } from '../questions/search.ts';

type Scope = Pick<Analysis, 'filter' | 'question_ids'>;

/** Describes a scope, such as "Geography, Literature · Basic", "All ready questions" or "40 chosen questions". */
export function useScopeWords(): (scope: Scope) => string {
  const { t } = useTranslation();
  return ({ filter, question_ids: ids }) => {
    if (ids !== null) return t('analysis.scope.chosen', { count: ids.length });
    const { category, difficulty, status, topic_focus, tag, language, q, ids: some, ...rest } = filter ?? {};
    const names = <Value>(value: Value | Value[] | undefined, say: (one: Value) => string) =>
      value === undefined ? [] : [([value].flat() as Value[]).map(say).join(', ')];
    const parts = [
      ...names(category as string[] | undefined, String),
      ...names(difficulty as number[] | undefined, (level) => t(`level.${LEVELS[level] ?? 0}`)),
      ...names(topic_focus, String),
      ...names(tag, (one) => `#${one}`),
      ...names(language, String),
      ...names(q, (words) => t('analysis.scope.words', { words })),
      ...names(status as 'ready'[] | undefined, (one) => t(`status.${one}`)),
      ...(some === undefined ? [] : [t('analysis.scope.chosen', { count: some.length })]),
      ...Object.entries(rest).map(([name, value]) => `${humanised(name)} ${value}`),
    ];
    return parts.length === 0 ? t('analysis.scope.all') : parts.join(' · ');
  };
}

/** Turns "min_cell" into "Min cell", for names without a label. */
export function humanised(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
