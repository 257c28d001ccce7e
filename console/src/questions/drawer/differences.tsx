import { useTranslation } from 'react-i18next';
import { type Draft, differingFields, type FieldName } from './draft.ts';
import styles from './drawer.module.css';
import { wordDiff } from './word-diff.ts';

/** Formats a value for display. */
export function useShown(): (name: FieldName, draft: Draft) => string {
  const { t } = useTranslation();
  return (name, draft) => {
    const value = draft[name];
    if (name === 'difficulty') return t(`level.${draft.difficulty as 0}`);
    if (name === 'status') return t(`status.${draft.status}`);
    if (Array.isArray(value)) return value.join(', ');
    return value === null ? '' : String(value);
  };
}

const ELEMENTS = { same: 'span', inserted: 'ins', deleted: 'del' } as const;

/** Inserted and removed words for each field, marked by more than colour. */
export function Differences({ before, after }: { before: Draft; after: Draft }) {
  const { t } = useTranslation();
  const shown = useShown();
  const fields = differingFields(before, after);
  if (fields.length === 0) return <p className={styles['nothing']}>{t('question.noDifference')}</p>;
  return (
    <dl className={styles['differences']}>
      {fields.map((name) => (
        <div key={name}>
          <dt>{t(`field.${name}`)}</dt>
          <dd>
            {wordDiff(shown(name, before), shown(name, after)).map(({ kind, text }, index) => {
              const Words = ELEMENTS[kind];
              return <Words key={`${index}-${kind}`}>{text}</Words>;
            })}
          </dd>
        </div>
      ))}
    </dl>
  );
}
