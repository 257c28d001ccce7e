import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Analysis } from '../../../client/src/index.ts';
import { type Finding, isFinished, type Severity, type TypeName } from '../analyses/model.ts';
import { analysisKeys } from '../analyses/queries.ts';
import { useLeft } from '../analyses/rows/left.ts';
import { shareDone } from '../analyses/status.tsx';
import { quaestor } from '../api/client.ts';
import { changeKeys } from '../changes/queries.ts';

/** The analyses of a check of the bank: as many as one person may have unfinished at a time. */
const CHECK_TYPES = ['item_flaws', 'duplicates', 'topics', 'text_statistics', 'coverage'] as const;
/** The types whose findings are work to do. */
const WORK_TYPES: ReadonlySet<TypeName> = new Set([...CHECK_TYPES, 'difficulty_check']);
const NEWEST = 100;
const POLL_MS = 3000;
const SEVERITIES = ['error', 'warning', 'info'] as const;

export interface Task {
  analysis: Analysis;
  finding: Finding;
  /** The number of its rows that are left; undefined until it is known, null if they have no number. */
  left: number | null | undefined;
}

/** The newest results for the whole bank, by type. */
export type Results = ReadonlyMap<TypeName, Analysis>;

/** The newest result for the whole bank of each type, the running analyses, and the progress of a check. */
export function useNewest() {
  const { data, error } = useQuery({
    queryKey: analysisKeys.newest,
    queryFn: async ({ signal }) =>
      (await quaestor.analysis.list({ include_result: false, limit: NEWEST }, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.some((one) => !isFinished(one)) === true ? POLL_MS : false),
  });
  const ofBank = (data ?? []).filter(isOfWholeBank);
  return {
    isKnown: data !== undefined,
    error,
    newest: latestOf(ofBank.filter(({ status }) => status === 'succeeded')),
    running: (data ?? []).filter((one) => !isFinished(one)),
    checkedShare: shareChecked(latestOf(ofBank)),
  };
}

/** By type, from a list that begins with the newest. */
function latestOf(runs: readonly Analysis[]): Results {
  return new Map(runs.toReversed().map((one) => [one.analysis_type, one]));
}

/** From 0 to 1, or undefined while no analysis of a check is running. */
function shareChecked(latest: Results): number | undefined {
  const runs = CHECK_TYPES.map((type) => latest.get(type));
  if (!runs.some((run) => run !== undefined && !isFinished(run))) return undefined;
  const shares = runs.map((run) => {
    if (run === undefined) return 0;
    return isFinished(run) ? 1 : shareDone(run);
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Whether every analysis of a check has a result. */
export function isChecked(newest: Results): boolean {
  return CHECK_TYPES.every((type) => newest.has(type));
}

function isOfWholeBank({ filter, question_ids: ids }: Analysis): boolean {
  return ids === null && Object.keys(filter ?? {}).length === 0;
}

/** The work that is left by severity, with links to its rows. */
export function useTasks(newest: Results): Record<Severity, Task[]> {
  const found = [...newest.values()]
    .filter(({ analysis_type: type }) => WORK_TYPES.has(type))
    .flatMap((analysis) => (analysis.findings ?? []).map((finding) => ({ analysis, finding })))
    .filter(({ finding }) => finding.items !== null);
  const left = useLeft(found);
  const all = found.map((task, index) => ({ ...task, left: left[index] })).filter((task) => task.left !== 0);
  const of = (severity: Severity) => all.filter(({ finding }) => finding.severity === severity);
  return Object.fromEntries(SEVERITIES.map((severity) => [severity, of(severity)])) as Record<Severity, Task[]>;
}

export function sumOf(tasks: readonly Task[]): number {
  return tasks.reduce((sum, { left }) => sum + (left ?? 1), 0);
}

/** Runs all analyses of the check on the current bank. */
export function useCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      for (const analysis_type of CHECK_TYPES) {
        await quaestor.analysis.run({ analysis_type, filter: {} }, { headers: { prefer: 'respond-async' } });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: analysisKeys.all }),
  });
}

const RECENT = 10;

export function useChanges() {
  return useQuery({
    queryKey: changeKeys.recent,
    queryFn: async ({ signal }) => (await quaestor.changes.list({ limit: RECENT }, { signal })).data,
  });
}
