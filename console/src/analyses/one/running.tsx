import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { formatDuration, formatPercent } from '../../i18n/format.ts';
import { Problem } from '../../states/problem.tsx';
import { useTitle } from '../../states/title.ts';
import { Button } from '../../ui/button.tsx';
import { analysisKeys, oneQuery } from '../queries.ts';
import { Bar, shareDone } from '../status.tsx';
import styles from './one.module.css';

const SPOKEN_EVERY_MS = 5000;
const STALLED_MS = 15_000;
/** Below this progress, the remaining time is only a guess. */
const MIN_SHARE = 0.1;
const PHASES = ['waiting', 'planning', 'mapping', 'merging'] as const;

export function Running({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const share = useGrowing(shareDone(analysis));
  const now = useNow();
  const { progress, started_at: startedAt } = analysis;
  const name = t(`analysis.type.${analysis.analysis_type}.name`);
  const percent = formatPercent(share);
  useTitle(`${percent} ${name}`);
  const announced = useSeldom(t('analysis.progress', { percent }), SPOKEN_EVERY_MS);
  const stalledSince = useUnchangedSince(`${progress.phase} ${progress.completed}`);
  const stalledMs = now - stalledSince;
  const elapsedMs = startedAt === null ? 0 : Math.max(0, now - Date.parse(startedAt));
  const leftMs = share >= MIN_SHARE ? (elapsedMs * (1 - share)) / share : null;
  const canceling = useMutation({
    mutationFn: () => quaestor.analysis.cancel(analysis.id),
    onSuccess: (canceled) => {
      client.setQueryData(oneQuery(analysis.id).queryKey, canceled);
      return client.invalidateQueries({ queryKey: analysisKeys.lists });
    },
  });
  return (
    <section className={styles['running']} aria-label={t('analysis.status.running')}>
      <div className={styles['now']}>
        <strong>{name}</strong>
        <span>{percent}</span>
      </div>
      <Bar share={share} label={name} />
      <ol className={styles['phases']}>
        {PHASES.map((phase) => (
          <li
            key={phase}
            data-state={phaseState(phase, progress.phase)}
            aria-current={phase === progress.phase ? 'step' : undefined}
          >
            {t(`analysis.phase.${phase}`)}
          </li>
        ))}
      </ol>
      <p>
        {progress.total > 0 && t('analysis.steps', { completed: progress.completed, total: progress.total })}
        {leftMs !== null && ` ${t('analysis.left', { time: formatDuration(leftMs) })}`}
      </p>
      {stalledMs >= STALLED_MS && (
        <p className={styles['stalled']}>{t('analysis.stalled', { time: formatDuration(stalledMs) })}</p>
      )}
      <p className={styles['quiet']}>{t('analysis.mayLeave')}</p>
      {canceling.error !== null && <Problem error={canceling.error} />}
      <Button disabled={canceling.isPending} onClick={() => canceling.mutate()}>
        {t('analysis.cancel')}
      </Button>
      <div className="visually-hidden" role="status">
        {announced}
      </div>
    </section>
  );
}

function phaseState(phase: (typeof PHASES)[number], current: string): 'done' | 'now' | 'next' {
  const [own, at] = [PHASES.indexOf(phase), PHASES.findIndex((one) => one === current)];
  if (own === at) return 'now';
  return own < at ? 'done' : 'next';
}

/** The bar never goes backwards, because that would look like an error. */
function useGrowing(share: number): number {
  const most = useRef(0);
  most.current = Math.max(most.current, share);
  return most.current;
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function useUnchangedSince(value: string): number {
  const since = useRef({ value, at: Date.now() });
  if (since.current.value !== value) since.current = { value, at: Date.now() };
  return since.current.at;
}

/** Limits how often the text changes, because screen readers announce it. */
function useSeldom(text: string, everyMs: number): string {
  const [shown, setShown] = useState(text);
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => {
    const timer = setInterval(() => setShown(latest.current), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return shown;
}
