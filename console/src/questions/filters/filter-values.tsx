import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { FilterName, OnSearch, QuestionSearch } from '../search.ts';
import styles from './filters.module.css';
import { chosenValues, SINGLE, setFilter, TYPED, useValues } from './values.ts';

const FIND_FROM = 8;

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
  const [typed, setTyped] = useState(TYPED.has(name) ? (chosen[0] ?? '') : '');
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
          maxLength={name === 'tag' ? 50 : 35}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">{t('list.apply')}</Button>
      </form>
    );
  }
  const fitting = values.filter((one) => one.label.toLowerCase().includes(typed.toLowerCase()));
  return (
    <div className={styles['values']}>
      {values.length >= FIND_FROM && (
        <input
          className="input"
          data-autofocus
          aria-label={label}
          placeholder={t('list.findValue')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <fieldset>
        <legend className="visually-hidden">{label}</legend>
        {fitting.map(({ value, label: text }) => (
          <label key={value}>
            <input
              type={SINGLE.has(name) ? 'radio' : 'checkbox'}
              name={name}
              className={SINGLE.has(name) ? undefined : 'check'}
              checked={chosen.includes(value)}
              onChange={() => apply(SINGLE.has(name) ? [value] : toggled(chosen, value))}
            />
            {text}
          </label>
        ))}
        {fitting.length === 0 && <p>{t('list.noValue')}</p>}
      </fieldset>
    </div>
  );
}

function toggled(chosen: readonly string[], value: string): readonly string[] {
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
}
