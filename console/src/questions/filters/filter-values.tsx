import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { FilterName, OnSearch, QuestionSearch } from '../search.ts';
import styles from './filters.module.css';
import { ValueList } from './value-list.tsx';
import { chosenValues, SINGLE, setFilter, TYPED, useValues } from './values.ts';

/** The values of one filter. Each choice takes effect at once; a filter with a single value then closes. */
export function FilterValues({
  name,
  search,
  onSearch,
  onDone,
}: {
  name: FilterName;
  search: QuestionSearch;
  onSearch: OnSearch;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const values = useValues(name);
  const chosen = chosenValues(search, name);
  const [typed, setTyped] = useState(chosen[0] ?? '');
  const label = t('list.value', { name: t(`field.${name === 'tag' ? 'tags' : name}`) });
  const apply = (next: readonly string[]) => onSearch(setFilter(name, next) as never);
  if (TYPED.has(name)) {
    return (
      <form
        className={styles['typed']}
        onSubmit={(event) => {
          event.preventDefault();
          apply(typed.trim() === '' ? [] : [typed.trim()]);
          onDone();
        }}
      >
        <input
          className="input"
          data-autofocus
          aria-label={label}
          maxLength={50}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">{t('list.apply')}</Button>
      </form>
    );
  }
  return (
    <ValueList name={name} label={label} values={values} chosen={chosen} isSingle={SINGLE.has(name)} onApply={apply} />
  );
}
