import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Analysis, isUnfinished } from '../../../../client/src/index.ts';
import { shareDone } from '../../analyses/status.tsx';
import { quaestor } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { changeKeys } from '../../changes/queries.ts';
import { importKeys } from '../../import/queries.ts';

const POLL_MS = 3000;
const NEWEST = 20;

export interface Job {
  id: string;
  name: string;
  /** From 0 to 1. */
  share: number;
  kind: 'analysis' | 'import' | 'change';
}

function polled(idleMs: number | false) {
  return ({ state }: { state: { data: readonly { status: string }[] | undefined } }) =>
    state.data?.some(isUnfinished) === true ? POLL_MS : idleMs;
}

export function useNewestChanges(idleMs: number | false) {
  return useQuery({
    queryKey: changeKeys.newest,
    queryFn: async ({ signal }) => (await quaestor.changes.list({ limit: NEWEST }, { signal })).data,
    refetchInterval: polled(idleMs),
  });
}

/** The running analyses, imports and bulk changes. While there are none, they are polled every `idleMs`. */
export function useJobs(analyses: readonly Analysis[], idleMs: number | false = false): Job[] {
  const { t } = useTranslation();
  const mayWrite = useMay('questions:write');
  const { data: imports = [] } = useQuery({
    queryKey: importKeys.newest,
    enabled: mayWrite,
    queryFn: async ({ signal }) => (await quaestor.imports.list({ limit: NEWEST }, { signal })).data,
    refetchInterval: polled(idleMs),
  });
  const { data: changes = [] } = useNewestChanges(idleMs);
  return [
    ...analyses.map((one) => ({
      id: one.id,
      name: t(`analysis.type.${one.analysis_type}.name`),
      share: shareDone(one),
      kind: 'analysis' as const,
    })),
    ...imports.filter(isUnfinished).map(({ id, file_name: file, progress }) => ({
      id,
      name: [t('analysis.home.importJob'), file].filter((part) => part !== null).join(' '),
      share: shareOf(progress),
      kind: 'import' as const,
    })),
    ...changes
      .filter((one) => isUnfinished(one) && one.kind !== 'import')
      .map(({ id, progress }) => ({
        id,
        name: t('analysis.home.bulkJob'),
        share: shareOf(progress),
        kind: 'change' as const,
      })),
  ];
}

function shareOf(progress: { completed: number; total: number | null } | null): number {
  return progress === null || !progress.total ? 0 : Math.min(1, progress.completed / progress.total);
}
