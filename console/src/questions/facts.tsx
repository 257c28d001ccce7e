import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../api/client.ts';
import { categoryKeys } from '../categories/queries.ts';
import { LevelBars, StatusMark } from '../ui/icons.tsx';
import { questionKeys, topicKeys } from './queries.ts';
import styles from './questions.module.css';

export function Level({ level }: { level: number | undefined }) {
  const { t } = useTranslation();
  if (level === undefined) return null;
  return (
    <span className={styles['mark']}>
      <LevelBars level={level} /> {t(`level.${level as 0}`)}
    </span>
  );
}

export function StatusWord({ status }: { status: 'draft' | 'ready' | 'archived' | undefined }) {
  const { t } = useTranslation();
  if (status === undefined) return null;
  return (
    <span className={styles['mark']}>
      <StatusMark status={status} /> {t(`status.${status}`)}
    </span>
  );
}

const SELDOM_MS = 5 * 60_000;

export function useCategories(): readonly string[] {
  const { data } = useQuery({
    queryKey: categoryKeys.all,
    queryFn: () => quaestor.categories.list(),
    staleTime: SELDOM_MS,
  });
  return data?.categories.map(({ name }) => name) ?? [];
}

/** The languages that the questions of the bank have; read only where somebody chooses one. */
export function useLanguages(isWanted: boolean): readonly string[] {
  const { data } = useQuery({
    queryKey: questionKeys.languages,
    enabled: isWanted,
    queryFn: ({ signal }) => quaestor.questions.languages({ signal }),
    staleTime: SELDOM_MS,
  });
  return data?.languages ?? [];
}

/** The topics with the most questions, of the bank or of a category. */
export function useTopics(category?: string): readonly string[] {
  const query = {
    status: ['draft' as const, 'ready' as const, 'archived' as const],
    topic_limit: 100,
    ...(category !== undefined && { category: [category] }),
  };
  const { data } = useQuery({
    queryKey: topicKeys.of(category),
    queryFn: ({ signal }) => quaestor.questions.facets(query, { signal }),
    staleTime: SELDOM_MS,
  });
  const names = data?.categories.flatMap(({ topics }) => topics.map(({ topic_focus: name }) => name)) ?? [];
  return [...new Set(names.filter((name) => name !== null))].sort((a, b) => a.localeCompare(b));
}
