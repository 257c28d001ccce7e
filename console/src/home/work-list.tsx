import { useTranslation } from 'react-i18next';
import type { Severity } from '../analyses/model.ts';
import { RowsLink } from '../analyses/one/findings.tsx';
import { SeverityMark } from '../analyses/severity.tsx';
import { Bar } from '../analyses/status.tsx';
import { useMay } from '../api/session.ts';
import { formatPercent, formatTime } from '../i18n/format.ts';
import { sayFinding } from '../i18n/sentences.ts';
import { Problem } from '../states/problem.tsx';
import { Button } from '../ui/button.tsx';
import { RepeatIcon } from '../ui/icons.tsx';
import styles from './home.module.css';
import { isChecked, type Results, sumOf, type Task, useChanges, useCheck, useTasks } from './use-home.ts';

interface WorkListProps {
  newest: Results;
  isKnown: boolean;
  /** The progress of a running check. */
  checkedShare: number | undefined;
}

/** The work to do, most severe first. Only the first button is filled. */
export function WorkList({ newest, isKnown, checkedShare }: WorkListProps) {
  const { t } = useTranslation();
  const mayRun = useMay('analysis:run');
  const check = useCheck();
  const { data: changes } = useChanges();
  const tasks = useTasks(newest);
  const all = [...tasks.error, ...tasks.warning, ...tasks.info];
  const [first] = all;
  const isCounted = all.every(({ left }) => left !== undefined);
  const checkedAt = [...newest.values()]
    .map(({ created_at: at }) => at)
    .sort()
    .at(-1);
  const isChecking = check.isPending || checkedShare !== undefined;
  const isUnknown = first === undefined && !isChecked(newest);
  const hasChanged = checkedAt !== undefined && changes?.[0] !== undefined && changes[0].created_at > checkedAt;
  return (
    <>
      <div className={styles['title']}>
        <div>
          <h1>{t('analysis.home.title')}</h1>
          {checkedAt !== undefined && (
            <p>
              {first !== undefined &&
                isCounted &&
                t('analysis.home.summary', { errors: sumOf(tasks.error), warnings: sumOf(tasks.warning) })}{' '}
              {t('analysis.home.last', { time: formatTime(checkedAt) })} {hasChanged && t('analysis.home.changedSince')}
            </p>
          )}
        </div>
        {mayRun && checkedAt !== undefined && !isUnknown && (
          <Button icon={<RepeatIcon />} disabled={isChecking} onClick={() => check.mutate()}>
            {t('analysis.home.again')}
          </Button>
        )}
      </div>
      {check.error !== null && <Problem error={check.error} />}
      {isChecking && <Checking share={checkedShare ?? 0} />}
      {isKnown && !isChecking && isUnknown && (
        <div className={styles['never']}>
          <p>{t('analysis.home.never')}</p>
          {mayRun && (
            <Button kind="filled" onClick={() => check.mutate()}>
              {t('analysis.home.check')}
            </Button>
          )}
        </div>
      )}
      {!isChecking && !isUnknown && first === undefined && <p>{t('analysis.home.nothing')}</p>}
      {(['error', 'warning', 'info'] as const).map((severity) => (
        <TaskGroup key={severity} severity={severity} tasks={tasks[severity]} first={first} />
      ))}
    </>
  );
}

function Checking({ share }: { share: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles['checking']}>
      <p role="status">{t('analysis.home.checking')}</p>
      <Bar share={share} label={t('analysis.home.checking')} />
      <span>{formatPercent(share)}</span>
    </div>
  );
}

function TaskGroup({
  severity,
  tasks,
  first,
}: {
  severity: Severity;
  tasks: readonly Task[];
  first: Task | undefined;
}) {
  const { t } = useTranslation();
  if (tasks.length === 0) return null;
  return (
    <section className={styles['group']}>
      <h2>
        {t(`analysis.home.${severity}`)}
        {severity !== 'info' && <span>{t(`analysis.home.${severity}Note`)}</span>}
      </h2>
      <ul>
        {tasks.map((task) => {
          // The advice to dismiss rows would be the same in every finding.
          const { text, nextStep, marks } = sayFinding(task.finding, { brief: true });
          return (
            <li key={`${task.analysis.id} ${task.finding.text}`}>
              <SeverityMark severity={severity} />
              <div {...marks}>
                <strong>{text}</strong>
                <p>{nextStep}</p>
              </div>
              <RowsLink
                analysisId={task.analysis.id}
                type={task.analysis.analysis_type}
                finding={{ ...task.finding, count: task.left ?? null }}
                className="button"
                kind={task === first ? 'filled' : 'plain'}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
