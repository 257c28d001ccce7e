import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { usePeople } from '../../people/use-people.ts';
import { usePersonName } from '../../people/use-person-name.ts';
import { ME, type OnSearch, type QuestionSearch } from '../search.ts';
import { Chip } from './chip.tsx';
import { ValueList } from './value-list.tsx';
import type { Value } from './values.ts';

interface AssigneeProps {
  search: QuestionSearch;
  onSearch: OnSearch;
}

/** The reader first. */
function useAssignees(): readonly Value[] {
  const { t } = useTranslation();
  const own = useSession()?.person.id;
  const people = usePeople();
  return [
    { value: ME, label: t('list.assignedToYou') },
    ...people
      .filter(({ id }) => id !== own)
      .map(({ id, name }) => ({ value: id, label: name }))
      .sort((one, other) => one.label.localeCompare(other.label)),
  ];
}

export function AssigneeValues({ search, onSearch }: AssigneeProps) {
  const { t } = useTranslation();
  const people = useAssignees();
  return (
    <ValueList
      name="assignee"
      label={t('list.assignedTo')}
      values={people}
      chosen={search.assignee === undefined ? [] : [search.assignee]}
      isSingle
      onApply={([assignee]) => onSearch({ assignee })}
    />
  );
}

export function AssigneeChip({ search, onSearch }: AssigneeProps) {
  const { t } = useTranslation();
  const own = useSession()?.person.id;
  const isOwn = search.assignee === ME || search.assignee === own;
  const name = usePersonName(isOwn ? undefined : `person:${search.assignee}`);
  return (
    <Chip
      label={t('list.assignedTo')}
      start={t('list.assignedTo')}
      shown={isOwn ? t('list.assignedToYou') : (name ?? t('question.person'))}
      onRemove={() => onSearch({ assignee: undefined })}
      values={() => <AssigneeValues search={search} onSearch={onSearch} />}
    />
  );
}
