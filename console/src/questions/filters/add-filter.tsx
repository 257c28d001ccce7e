import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/overlays.tsx';
import type { OnSearch } from '../search.ts';
import { FILTERS, type FilterName, type QuestionSearch } from '../search.ts';
import { FilterValues } from './filter-values.tsx';
import styles from './filters.module.css';

/** Chooses the field first, then its values, in the same popover. */
export function AddFilter({ search, onSearch }: { search: QuestionSearch; onSearch: OnSearch }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState<FilterName>();
  const free = FILTERS.filter((one) => search[one] === undefined || one === name);
  const toggle = (open: boolean) => {
    setOpened(open);
    setName(undefined);
  };
  if (free.length === 0) return null;
  return (
    <Popover
      opened={opened}
      onChange={toggle}
      position="bottom-start"
      trapFocus
      transitionProps={{ duration: 0 }}
      returnFocus
      withRoles
    >
      <Popover.Target>
        <Button kind="dashed" small icon={<PlusIcon size={14} />} onClick={() => toggle(!opened)}>
          {t('list.addFilter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.addFilter')}>
        {name === undefined ? (
          <ul className={styles['fields']}>
            {free.map((one) => (
              <li key={one}>
                <button type="button" onClick={() => setName(one)}>
                  {t(`field.${one === 'tag' ? 'tags' : one}`)}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <FilterValues name={name} search={search} onSearch={onSearch} onDone={() => toggle(false)} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
