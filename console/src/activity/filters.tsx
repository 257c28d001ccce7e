import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../api/client.ts';
import { useMay, useSession } from '../api/session.ts';
import { personKeys } from '../people/queries.ts';
import type { Choice } from '../ui/choices.tsx';
import styles from './activity.module.css';
import { type ActivitySearch, KINDS, TIMES, WAYS } from './search.ts';

const ANY = '';
const MAX_PEOPLE = 200;

interface FiltersProps {
  search: ActivitySearch;
  onSearch: (search: ActivitySearch) => void;
}

export function Filters({ search, onSearch }: FiltersProps) {
  const { t } = useTranslation();
  const own = useSession();
  const mayList = useMay('questions:write');
  const { data: people = [] } = useQuery({
    queryKey: personKeys.names,
    enabled: mayList,
    queryFn: async ({ signal }) => (await quaestor.people.list({ limit: MAX_PEOPLE }, { signal })).data,
  });
  const others = people
    .filter(({ id }) => id !== own?.person.id)
    .map(({ id, name }) => ({ value: `person:${id}`, label: name }));
  const set = (name: keyof ActivitySearch, value: string) => {
    const { [name]: _before, ...rest } = search;
    onSearch(value === ANY ? rest : { ...rest, [name]: value });
  };
  const who: Choice[] = [
    { value: ANY, label: t('activity.anyone') },
    ...(own === undefined ? [] : [{ value: own.principal, label: t('activity.me') }]),
    ...others,
  ];
  const unknown = search.who !== undefined && !who.some(({ value }) => value === search.who);
  return (
    <div className={styles['filters']}>
      <Filter
        label={t('activity.who')}
        value={search.who ?? ANY}
        onValue={(value) => set('who', value)}
        choices={unknown ? [...who, { value: search.who ?? '', label: search.who ?? '' }] : who}
      />
      <Filter
        label={t('activity.what')}
        value={search.what ?? ANY}
        onValue={(value) => set('what', value)}
        choices={[
          { value: ANY, label: t('activity.any') },
          ...KINDS.map((kind) => ({ value: kind, label: t(`activity.kind.${kind}`) })),
        ]}
      />
      <Filter
        label={t('activity.by')}
        value={search.via ?? ANY}
        onValue={(value) => set('via', value)}
        choices={[
          { value: ANY, label: t('activity.anyWay') },
          ...WAYS.map((way) => ({ value: way, label: t(`activity.via.${way}`) })),
        ]}
      />
      <Filter
        label={t('activity.when')}
        value={search.when ?? ANY}
        onValue={(value) => set('when', value)}
        choices={[
          { value: ANY, label: t('activity.always') },
          ...(Object.keys(TIMES) as (keyof typeof TIMES)[]).map((time) => ({
            value: time,
            label: t(`activity.${time}`),
          })),
        ]}
      />
    </div>
  );
}

interface FilterProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  choices: readonly Choice[];
}

function Filter({ label, value, onValue, choices }: FilterProps) {
  return (
    <label className={styles['filter']}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}
