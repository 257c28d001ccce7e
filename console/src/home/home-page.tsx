import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLiveAnalyses } from '../analyses/live.ts';
import { quaestor } from '../api/client.ts';
import { questionKeys } from '../questions/queries.ts';
import { STATUSES } from '../questions/search.ts';
import { Problem } from '../states/problem.tsx';
import { useTitle } from '../states/title.ts';
import { ChangesCard } from './changes-card.tsx';
import { CoverageCard } from './coverage-card.tsx';
import { EmptyBank } from './empty-bank.tsx';
import styles from './home.module.css';
import { RunningCard } from './running-card.tsx';
import { TeamCards } from './team-cards.tsx';
import { Totals } from './totals.tsx';
import { useNewest } from './use-home.ts';
import { WorkList } from './work-list.tsx';

/** Shows the work to do first, next to the composition and the activity of the bank. */
export function HomePage() {
  const { t } = useTranslation();
  useTitle(t('analysis.home.page'));
  const { newest, running, isKnown, checkedShare, error } = useNewest();
  useLiveAnalyses(running);
  const { data: all } = useQuery({
    queryKey: questionKeys.facets('all'),
    queryFn: ({ signal }) => quaestor.questions.facets({ status: [...STATUSES], topic_limit: 1 }, { signal }),
  });
  if (all?.total === 0) return <EmptyBank />;
  return (
    <div className={styles['page']}>
      <div className={styles['work']}>
        {error !== null && <Problem error={error} />}
        <WorkList newest={newest} isKnown={isKnown} checkedShare={checkedShare} />
      </div>
      <aside className={styles['side']} aria-label={t('analysis.home.page')}>
        <Totals total={all?.total} flaws={newest.get('item_flaws')} />
        <TeamCards />
        <CoverageCard />
        <RunningCard analyses={running} />
        <ChangesCard />
      </aside>
    </div>
  );
}
