import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadLaterTexts } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.ts';
import { Comments } from './comments/comments.tsx';
import type { Draft } from './draft.ts';
import styles from './drawer.module.css';
import { History, VersionCard } from './history.tsx';
import { Preview } from './preview.tsx';
import { Quality } from './quality/quality.tsx';
import { useVersions, type Version } from './use-versions.ts';

const Assigned = lazy(async () => {
  const [{ Assigned: Open }] = await Promise.all([import('./assigned.tsx'), loadLaterTexts()]);
  return { default: Open };
});

interface SideTabsProps {
  draft: Draft;
  id: string;
  updatedAt: string;
  onRestore: ((version: Version) => void) | undefined;
}

export function SideTabs({ draft, id, updatedAt, onRestore }: SideTabsProps) {
  const { t } = useTranslation();
  const { tab: asked } = useSearch({ strict: false });
  const [tab, setTab] = useState<string | null>(asked ?? 'preview');
  return (
    <aside className={styles['side']} aria-label={t('question.preview')}>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List data-screen>
          <Tabs.Tab value="preview">{t('question.preview')}</Tabs.Tab>
          <Tabs.Tab value="quality">{t('quality.tab')}</Tabs.Tab>
          <Tabs.Tab value="history">{t('question.history')}</Tabs.Tab>
          <Tabs.Tab value="comments">{t('comments.tab')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="preview">
          <Preview draft={draft} />
          <Suspense>
            <Assigned id={id} />
          </Suspense>
          <LastChange id={id} onAll={() => setTab('history')} />
        </Tabs.Panel>
        <Tabs.Panel value="quality">
          <Quality draft={draft} id={id} updatedAt={updatedAt} />
        </Tabs.Panel>
        <Tabs.Panel value="comments">
          <Comments id={id} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <History id={id} onRestore={onRestore} />
        </Tabs.Panel>
      </Tabs>
    </aside>
  );
}

function LastChange({ id, onAll }: { id: string; onAll: () => void }) {
  const { t } = useTranslation();
  const { versions, total } = useVersions(id);
  const [last, before] = versions;
  if (last === undefined) return null;
  return (
    <section className={styles['last']}>
      <div className={styles['paneTitle']}>
        <h2>{t('question.lastChange')}</h2>
        {total !== null && (
          <Button kind="link" onClick={onAll}>
            {t('question.allRevisions', { count: total })}
          </Button>
        )}
      </div>
      <VersionCard version={last} before={before} isCurrent={false} onRestore={undefined} />
    </section>
  );
}
