import { useTranslation } from 'react-i18next';
import { ArrowDownIcon, ArrowUpIcon } from '../../ui/icons.tsx';
import { defaultSort, type OnSearch, type QuestionSearch, type Sort } from '../search.ts';
import styles from './list.module.css';

interface SortHeadProps {
  field: 'category' | 'difficulty' | 'updated_at';
  className: string | undefined;
  search: QuestionSearch;
  onSearch: OnSearch;
}

/** A sortable column header. Times start with the newest, other columns in ascending order. */
export function SortHead({ field, className, search, onSearch }: SortHeadProps) {
  const { t } = useTranslation();
  const name = t(`field.${field === 'updated_at' ? 'updated' : field}`);
  const usual = defaultSort(search);
  const { sort = usual } = search;
  const isDown = sort === `-${field}`;
  const isSorted = isDown || sort === field;
  const direction = isDown ? 'descending' : 'ascending';
  const first: Sort = field === 'updated_at' ? '-updated_at' : field;
  const other: Sort = field === 'updated_at' ? 'updated_at' : (`-${field}` as Sort);
  const next = isSorted && sort === first ? other : first;
  return (
    <th scope="col" className={className} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className={styles['sort']}
        data-sorted={isSorted || undefined}
        onClick={() => onSearch({ sort: next === usual ? undefined : next })}
      >
        {name}
        {isSorted && (isDown ? <ArrowDownIcon size={13} /> : <ArrowUpIcon size={13} />)}
      </button>
    </th>
  );
}
