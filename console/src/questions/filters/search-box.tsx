import { type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchIcon } from '../../ui/icons.tsx';
import { DEBOUNCE_MS, MIN_SEARCH_LENGTH } from '../debounced.ts';
import styles from './filters.module.css';

/** Writes the text into the address after a pause, and shows changes of the address, for example by Back. */
export function SearchBox({
  value,
  onValue,
  inputRef,
}: {
  value: string;
  onValue: (value: string) => void;
  inputRef: Ref<HTMLInputElement>;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  const latest = useRef(onValue);
  latest.current = onValue;
  useEffect(() => {
    const wanted = typed.trim().length < MIN_SEARCH_LENGTH ? '' : typed.trim();
    if (wanted === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = wanted;
      latest.current(wanted);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className={`search ${styles['search']}`} role="search">
      <SearchIcon />
      <input
        ref={inputRef}
        type="search"
        className="input"
        aria-label={t('list.search')}
        placeholder={t('list.searchHint')}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (typed === '') event.currentTarget.blur();
          else setTyped('');
        }}
      />
      {typed === '' && <kbd aria-hidden="true">/</kbd>}
    </div>
  );
}
