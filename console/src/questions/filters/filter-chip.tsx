import { useTranslation } from 'react-i18next';
import type { FilterName, OnSearch, QuestionSearch } from '../search.ts';
import { Chip } from './chip.tsx';
import { FilterValues } from './filter-values.tsx';
import { chosenValues, setFilter, useValues } from './values.ts';

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
  const values = useValues(name);
  const label = t(`field.${name === 'tag' ? 'tags' : name}`);
  const shown = chosenValues(search, name).map((value) => values.find((one) => one.value === value)?.label ?? value);
  return (
    <Chip
      label={label}
      start={t('list.is', { name: label })}
      shown={shown.join(', ')}
      onRemove={() => onSearch(setFilter(name, []) as never)}
      values={(close) => <FilterValues name={name} search={search} onSearch={onSearch} onDone={close} />}
    />
  );
}
