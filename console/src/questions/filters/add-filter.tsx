import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/overlays.tsx';
import type { OnSearch } from '../search.ts';
import { FILTERS, type FilterName, type QuestionSearch } from '../search.ts';
import { FilterValues } from './filter-values.tsx';
import styles from './filters.module.css';
import { AssigneeValues, FoundByValues } from './late.ts';

/** Filters by the members of something, with values of their own. */
const OTHERS = [
  { name: 'assignee', text: 'list.assignedTo', Values: AssigneeValues },
  { name: 'analysis_id', text: 'list.foundBy', Values: FoundByValues },
] as const;

/** Chooses the field first, then its values, in the same popover. */
export function AddFilter({ search, onSearch }: { search: QuestionSearch; onSearch: OnSearch }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState<FilterName | (typeof OTHERS)[number]['name']>();
  const free = FILTERS.filter((one) => search[one] === undefined || one === name);
  const toggle = (open: boolean) => {
    setOpened(open);
    setName(undefined);
  };
  const others = OTHERS.filter((one) => search[one.name] === undefined || one.name === name);
  const mayAskForComments = search.has_open_comments === undefined;
  if (free.length === 0 && others.length === 0 && !mayAskForComments) return null;
  const other = OTHERS.find((one) => one.name === name);
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
        {name === undefined && (
          <ul className={styles['fields']}>
            {free.map((one) => (
              <li key={one}>
                <button type="button" onClick={() => setName(one)}>
                  {t(`field.${one === 'tag' ? 'tags' : one}`)}
                </button>
              </li>
            ))}
            {others.map((one) => (
              <li key={one.name}>
                <button type="button" onClick={() => setName(one.name)}>
                  {t(one.text)}
                </button>
              </li>
            ))}
            {mayAskForComments && (
              <li>
                <button
                  type="button"
                  onClick={() => {
                    onSearch({ has_open_comments: true });
                    toggle(false);
                  }}
                >
                  {t('list.openComments')}
                </button>
              </li>
            )}
          </ul>
        )}
        {other !== undefined && (
          <Suspense fallback={<p>{t('app.loading')}</p>}>
            <other.Values search={search} onSearch={onSearch} />
          </Suspense>
        )}
        {name !== undefined && name !== 'assignee' && name !== 'analysis_id' && (
          <FilterValues name={name} search={search} onSearch={onSearch} onDone={() => toggle(false)} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
