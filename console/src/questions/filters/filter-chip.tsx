import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/overlays.tsx';
import type { FilterName, OnSearch, QuestionSearch } from '../search.ts';
import { FilterValues } from './filter-values.tsx';
import styles from './filters.module.css';
import { chosenValues, setFilter, useValues } from './values.ts';

/** A filter such as "Category is | Geography, Astronomy | ×". The middle edits it, the cross removes it. */
export function FilterChip({
  name,
  search,
  onSearch,
}: {
  name: FilterName;
  search: QuestionSearch;
  onSearch: OnSearch;
}) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const values = useValues(name);
  const label = t(`field.${name === 'tag' ? 'tags' : name}`);
  const shown = chosenValues(search, name).map((value) => values.find((one) => one.value === value)?.label ?? value);
  return (
    <span className={styles['chip']}>
      <span className={styles['name']} aria-hidden="true">
        {t('list.is', { name: label })}
      </span>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        trapFocus
        transitionProps={{ duration: 0 }}
        returnFocus
        withRoles
      >
        <Popover.Target>
          <button type="button" onClick={() => setOpened(!opened)}>
            <span className="visually-hidden">{t('list.is', { name: label })}</span> {shown.join(', ')}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('list.value', { name: label })}>
          <FilterValues name={name} search={search} onSearch={onSearch} onDone={() => setOpened(false)} />
        </Popover.Dropdown>
      </Popover>
      <button
        type="button"
        aria-label={t('list.remove', { name: label })}
        onClick={() => onSearch(setFilter(name, []) as never)}
      >
        <CloseIcon size={12} />
      </button>
    </span>
  );
}
