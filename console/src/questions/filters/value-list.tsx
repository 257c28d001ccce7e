import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './filters.module.css';
import type { Value } from './values.ts';

const FIND_FROM = 8;

interface ValueListProps {
  name: string;
  label: string;
  values: readonly Value[];
  chosen: readonly string[];
  isSingle: boolean;
  onApply: (chosen: readonly string[]) => void;
}

/** Values to choose from. A long list can be searched. */
export function ValueList({ name, label, values, chosen, isSingle, onApply }: ValueListProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
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
              type={isSingle ? 'radio' : 'checkbox'}
              name={name}
              className={isSingle ? undefined : 'check'}
              checked={chosen.includes(value)}
              onChange={() => onApply(isSingle ? [value] : toggled(chosen, value))}
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
