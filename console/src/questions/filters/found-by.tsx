import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TYPES, type TypeName } from '../../analyses/model.ts';
import { oneQuery } from '../../analyses/queries.ts';
import { useNewest } from '../../home/use-home.ts';
import { formatDate } from '../../i18n/format.ts';
import type { OnSearch, QuestionSearch } from '../search.ts';
import { Chip } from './chip.tsx';
import { ValueList } from './value-list.tsx';

interface FoundByProps {
  search: QuestionSearch;
  onSearch: OnSearch;
}

/** Types whose rows are about questions. */
const LISTED: readonly TypeName[] = TYPES.filter((type) => type !== 'coverage' && type !== 'set_comparison');

/** The newest result for the whole bank of each type. */
export function FoundByValues({ search, onSearch }: FoundByProps) {
  const { t } = useTranslation();
  const { newest } = useNewest();
  const values = LISTED.flatMap((type) => {
    const run = newest.get(type);
    return run === undefined ? [] : [{ value: run.id, label: t(`analysis.type.${type}.name`) }];
  });
  return (
    <ValueList
      name="analysis_id"
      label={t('list.foundBy')}
      values={values}
      chosen={search.analysis_id === undefined ? [] : [search.analysis_id]}
      isSingle
      onApply={([id]) => onSearch({ analysis_id: id })}
    />
  );
}

/** Names the type and the day of the analysis. */
export function FoundByChip({ search, onSearch }: FoundByProps) {
  const { t } = useTranslation();
  const id = search.analysis_id ?? '';
  const { data: run } = useQuery(oneQuery(id));
  const name = run === undefined ? '' : t(`analysis.type.${run.analysis_type}.name`);
  return (
    <Chip
      label={t('list.foundBy')}
      start={t('list.foundBy')}
      shown={run === undefined ? id.slice(-6) : `${name}, ${formatDate(run.created_at)}`}
      onRemove={() => onSearch({ analysis_id: undefined })}
      values={() => <FoundByValues search={search} onSearch={onSearch} />}
    />
  );
}
