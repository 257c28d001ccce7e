import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { useMay } from '../../api/session.ts';
import { SkeletonRows } from '../../questions/list/skeleton-rows.tsx';
import { Problem } from '../../states/problem.tsx';
import { useTitle } from '../../states/title.ts';
import { Button } from '../../ui/button.tsx';
import { ChevronDownIcon, PlusIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/overlays.tsx';
import styles from '../analyses.module.css';
import { useLiveAnalyses } from '../live.ts';
import { type AnalysisStatus, STATES, TYPES, type TypeName } from '../model.ts';
import { listQuery } from '../queries.ts';
import { AnalysisTable } from './analysis-table.tsx';
import { TypesExplained } from './types-explained.tsx';

export function AnalysesPage() {
  const { t } = useTranslation();
  useTitle(t('analysis.page'));
  const mayRun = useMay('analysis:run');
  const search = useSearch({ from: '/framed/analyses' });
  const navigate = useNavigate();
  const list = useInfiniteQuery(listQuery(search));
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  useLiveAnalyses(rows);
  const isFiltered = search.type !== undefined || search.status !== undefined;
  const setSearch = (change: { type?: TypeName | undefined; status?: AnalysisStatus | undefined }) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined);
    void navigate({ to: '/analyses', search: Object.fromEntries(next) });
  };
  return (
    <div className={styles['page']}>
      <div className={styles['title']}>
        <h1>{t('analysis.page')}</h1>
        {mayRun && (
          <Link to="/analyses/new" className="button" data-kind="filled">
            <PlusIcon /> {t('analysis.new')}
          </Link>
        )}
      </div>
      {(rows.length > 0 || isFiltered) && (
        <div className={styles['filters']}>
          <Choose
            label={t('analysis.filter.type')}
            chosen={search.type}
            choices={TYPES.map((value) => ({ value, label: t(`analysis.type.${value}.name`) }))}
            onChoose={(type) => setSearch({ type })}
          />
          <Choose
            label={t('analysis.filter.status')}
            chosen={search.status}
            choices={STATES.map((value) => ({ value, label: t(`analysis.status.${value}`) }))}
            onChoose={(status) => setSearch({ status })}
          />
          {isFiltered && (
            <Button kind="link" onClick={() => void navigate({ to: '/analyses', search: {} })}>
              {t('list.clear')}
            </Button>
          )}
        </div>
      )}
      <Rows
        rows={rows}
        isPending={list.isPending}
        isFiltered={isFiltered}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
      {list.hasNextPage && (
        <Button
          className={styles['more'] ?? ''}
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('analysis.older')}
        </Button>
      )}
    </div>
  );
}

interface RowsProps {
  rows: readonly Analysis[];
  isPending: boolean;
  isFiltered: boolean;
  error: Error | null;
  onRetry: () => void;
}

function Rows({ rows, isPending, isFiltered, error, onRetry }: RowsProps) {
  const { t } = useTranslation();
  if (rows.length > 0) return <AnalysisTable rows={rows} />;
  if (error !== null) return <Problem error={error} onRetry={onRetry} />;
  if (isPending) return <SkeletonRows />;
  return isFiltered ? <p className={styles['none']}>{t('analysis.noMatch')}</p> : <TypesExplained />;
}

interface ChooseProps<Value extends string> {
  label: string;
  chosen: Value | undefined;
  choices: readonly { value: Value; label: string }[];
  onChoose: (value: Value | undefined) => void;
}

function Choose<Value extends string>({ label, chosen, choices, onChoose }: ChooseProps<Value>) {
  const { t } = useTranslation();
  const all = t('analysis.filter.all');
  const shown = choices.find(({ value }) => value === chosen)?.label ?? all;
  return (
    <Menu position="bottom-start" width={200} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button small>
          <span className={styles['quiet']}>{label}</span> {shown} <ChevronDownIcon size={14} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioItem value="" checked={chosen === undefined} closeMenuOnClick onChange={() => onChoose(undefined)}>
          {all}
        </Menu.RadioItem>
        {choices.map(({ value, label: text }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={value === chosen}
            closeMenuOnClick
            onChange={() => onChoose(value)}
          >
            {text}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
