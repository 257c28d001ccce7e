import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ChevronDownIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/overlays.tsx';
import { defaultSort, type QuestionSearch, SORTS, type Sort } from '../search.ts';

/** Only the orders that have an index. */
export function SortMenu({ search, onSort }: { search: QuestionSearch; onSort: (sort: Sort | undefined) => void }) {
  const { t } = useTranslation();
  const usual = defaultSort(search);
  const { sort = usual } = search;
  return (
    <Menu position="bottom-start" width={240} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button kind="quiet" small>
          {t(`list.order.${sort}`)}
          <ChevronDownIcon size={14} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('list.sort')}</Menu.Label>
        {SORTS.map((one) => (
          <Menu.RadioItem
            key={one}
            value={one}
            checked={one === sort}
            closeMenuOnClick
            onChange={() => onSort(one === usual ? undefined : one)}
          >
            {t(`list.order.${one}`)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
