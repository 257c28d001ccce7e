import { useTranslation } from 'react-i18next';
import type { Change } from '../../../client/src/index.ts';
import { useScopeWords } from '../analyses/words.ts';
import type { Status } from '../questions/search.ts';
import styles from './activity.module.css';

interface BulkSummary {
  filter: Record<string, unknown> | null;
  set?: Record<string, unknown>;
  add_tags?: readonly string[];
  remove_tags?: readonly string[];
  delete?: boolean;
  restore?: boolean;
}

/** The second line of a change: the question, the file, or what was set for which questions. */
export function About({ change }: { change: Change }) {
  const words = useAbout(change);
  if (words === undefined) return null;
  return (
    <span className={styles['about']} data-bank>
      {words}
    </span>
  );
}

function useAbout({ summary, count }: Change): string | undefined {
  const { t } = useTranslation();
  const bulkWords = useBulkWords();
  if (summary === undefined) return undefined;
  const { question_text: text, fields, bulk, file_name: file, category_merge: merge } = summary;
  if (bulk !== null) return bulkWords(bulk as unknown as BulkSummary);
  if (file !== null) return file;
  if (merge !== null) return `${merge.from} → ${merge.into}`;
  if (text === null) return undefined;
  const changed = fields.map((field) => t(`field.${field as 'category'}`, { defaultValue: field })).join(', ');
  if (changed !== '') return t('activity.aboutFields', { text, fields: changed });
  return count > 1 ? t('activity.aboutMore', { text, count: count - 1 }) : t('activity.about', { text });
}

/** "Level: Basic. Filter: Science · Physics" */
function useBulkWords(): (bulk: BulkSummary) => string {
  const { t } = useTranslation();
  const scopeWords = useScopeWords();
  const valueOf = (field: string, value: unknown): string => {
    if (value === null) return t('list.none');
    if (field === 'difficulty') return t(`level.${value as 0}`);
    return field === 'status' ? t(`status.${value as Status}`) : (value as string);
  };
  return ({ filter, set = {}, add_tags: added = [], remove_tags: removed = [], ...bulk }) => {
    const done = [
      ...Object.entries(set).map(
        ([field, value]) => `${t(`field.${field as 'category'}`, { defaultValue: field })}: ${valueOf(field, value)}`,
      ),
      ...(added.length > 0 ? [t('activity.tagsAdded', { tags: added.join(', ') })] : []),
      ...(removed.length > 0 ? [t('activity.tagsRemoved', { tags: removed.join(', ') })] : []),
      ...(bulk.delete === true ? [t('question.change.deleted')] : []),
      ...(bulk.restore === true ? [t('question.change.restored')] : []),
    ].join(', ');
    if (filter === null) return done;
    const scope = scopeWords({ filter: listed(filter), question_ids: null });
    return t('activity.aboutFilter', { done, scope });
  };
}

/** Requests may name one value without a list. */
function listed(filter: Record<string, unknown>): Record<string, unknown> {
  const { category, difficulty, status, ...rest } = filter;
  const lists = Object.entries({ category, difficulty, status }).filter(([, value]) => value !== undefined);
  return { ...rest, ...Object.fromEntries(lists.map(([name, value]) => [name, [value].flat()])) };
}
