import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../../client/src/index.ts';
import { quaestor } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import { formatTime } from '../../../i18n/format.ts';
import { ENGLISH, sentence } from '../../../i18n/sentences.ts';
import { Problem } from '../../../states/problem.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckIcon, ErrorShape, HintShape, WarningShape } from '../../../ui/icons.tsx';
import { questionKeys } from '../../queries.ts';
import styles from './quality.module.css';

interface Flag {
  rule: string;
  severity: 'error' | 'warning' | 'info';
  fix_hint: string;
}

interface Checked {
  at: string;
  flags: readonly (Flag & { title: string })[];
}

const SHAPES = { error: ErrorShape, warning: WarningShape, info: HintShape };

/** The last check of only this question, if any. */
async function findCheck(id: string, signal: AbortSignal): Promise<Checked | null> {
  const query = { analysis_type: 'item_flaws', question_id: id, status: 'succeeded', limit: 1 } as const;
  const [analysis] = (await quaestor.analysis.list(query, { signal })).data;
  if (analysis === undefined) return null;
  const rows = (await quaestor.analysis.items(analysis.id, { limit: 100 }, { signal })).data as {
    question_id?: string;
    flags?: readonly Flag[];
  }[];
  const flags = rows.find((row) => row.question_id === id)?.flags ?? [];
  return { at: analysis.created_at, flags: flags.map((flag) => ({ ...flag, title: titleOf(analysis, flag.rule) })) };
}

function titleOf({ result }: Pick<Analysis, 'result'>, rule: string): string {
  const { rules = [] } = (result ?? {}) as { rules?: { id: string; title: string }[] };
  return rules.find(({ id }) => id === rule)?.title ?? rule;
}

/** The rules of item writing that the question breaks, according to the service. The check runs on request. */
export function Flaws({ id, updatedAt }: { id: string; updatedAt: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mayRun = useMay('analysis:run');
  const queryKey = questionKeys.flaws(id);
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => findCheck(id, signal) });
  const checking = useMutation({
    mutationFn: () => quaestor.analysis.runAndWait({ analysis_type: 'item_flaws', question_ids: [id] }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  const isOld = data !== undefined && data !== null && Date.parse(data.at) < Date.parse(updatedAt);
  return (
    <section className={styles['part']}>
      <div className={styles['title']}>
        <h2>{t('quality.flawsTitle')}</h2>
        {mayRun && (
          <Button small disabled={checking.isPending} onClick={() => checking.mutate()}>
            {checking.isPending ? t('quality.checking') : t('quality.check')}
          </Button>
        )}
      </div>
      {(checking.error ?? error) !== null && <Problem error={checking.error ?? error} />}
      <div role="status">
        {data === null && <p>{t('quality.unchecked')}</p>}
        {data !== undefined && data !== null && (
          <>
            <p>
              {t('quality.checkedAt', { time: formatTime(data.at) })} {isOld && t('quality.old')}
            </p>
            {data.flags.length === 0 && (
              <p className={styles['good']}>
                <CheckIcon /> {t('quality.noFlaw')}
              </p>
            )}
          </>
        )}
      </div>
      <ul className={styles['list']}>
        {data?.flags.map(({ rule, severity, title, fix_hint }) => {
          const Shape = SHAPES[severity];
          const [named, hint] = [sentence(`terms.flaw_title.${rule}`), sentence(`terms.flaw_hint.${rule}`)];
          const marks = named === undefined ? ENGLISH : {};
          return (
            <li key={rule}>
              <Shape />
              <div>
                <strong data-severity={severity}>
                  <span className="visually-hidden">{t(`quality.severity.${severity}`)}: </span>
                  <span {...marks}>{named ?? title}</span>
                </strong>
                <p {...marks}>{hint ?? fix_hint}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
