import { type Ref, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { countFilters, FILTERS, MEMBER_FILTERS, type OnSearch, type QuestionSearch } from '../search.ts';
import { AddFilter } from './add-filter.tsx';
import { ChangeChip } from './change-chip.tsx';
import { FilterChip } from './filter-chip.tsx';
import styles from './filters.module.css';
import { AssigneeChip, CommentsChip, FoundByChip } from './late.ts';
import { SearchBox } from './search-box.tsx';
import { SortMenu } from './sort-menu.tsx';

export function FilterBar({
  search,
  onSearch,
  inputRef,
}: {
  search: QuestionSearch;
  onSearch: OnSearch;
  inputRef: Ref<HTMLInputElement>;
}) {
  const { t } = useTranslation();
  const given = FILTERS.filter((name) => search[name] !== undefined);
  return (
    <div className={styles['bar']} data-screen>
      <SearchBox
        value={search.q ?? ''}
        onValue={(q) => onSearch({ q: q === '' ? undefined : q })}
        inputRef={inputRef}
      />
      <div className={styles['chips']}>
        {given.map((name) => (
          <FilterChip key={name} name={name} search={search} onSearch={onSearch} />
        ))}
        {search.change_id !== undefined && (
          <ChangeChip id={search.change_id} onRemove={() => onSearch({ change_id: undefined })} />
        )}
        <Suspense>
          {search.assignee !== undefined && <AssigneeChip search={search} onSearch={onSearch} />}
          {search.analysis_id !== undefined && <FoundByChip search={search} onSearch={onSearch} />}
          {search.has_open_comments === true && (
            <CommentsChip onRemove={() => onSearch({ has_open_comments: undefined })} />
          )}
        </Suspense>
        <AddFilter search={search} onSearch={onSearch} />
        <SortMenu search={search} onSort={(sort) => onSearch({ sort })} />
        {countFilters(search) > 0 && (
          <Button
            kind="link"
            className={styles['clear'] ?? ''}
            onClick={() =>
              onSearch(
                Object.fromEntries([...FILTERS, ...MEMBER_FILTERS, 'q', 'view'].map((name) => [name, undefined])),
              )
            }
          >
            {t('list.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}
