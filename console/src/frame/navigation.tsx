import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { formatShort } from '../i18n/format.ts';
import { questionKeys } from '../questions/queries.ts';
import { STATUSES } from '../questions/search.ts';
import {
  AnalysesIcon,
  CollapseIcon,
  DocsIcon,
  HistoryIcon,
  HomeIcon,
  ImportIcon,
  KeyIcon,
  PeopleIcon,
  QuestionsIcon,
  SettingsIcon,
  TagIcon,
  TrashIcon,
  WebhookIcon,
} from '../ui/icons.tsx';
import styles from './frame.module.css';

const KEY = 'quaestor.navigation';

/** The pages in order. A page with a scope is shown only to people who have it, and marked on its `parts`, too. */
const PAGES = [
  { to: '/', text: 'nav.home', Icon: HomeIcon },
  { to: '/questions', text: 'nav.questions', Icon: QuestionsIcon, parts: '/comments' },
  { to: '/import', text: 'nav.import', Icon: ImportIcon, scope: 'questions:write', parts: '/imports' },
  { to: '/analyses', text: 'nav.analyses', Icon: AnalysesIcon },
  { to: '/activity', text: 'nav.activity', Icon: HistoryIcon },
  { to: '/settings/categories', text: 'categories.page', Icon: TagIcon },
  { to: '/trash', text: 'trash.page', Icon: TrashIcon, scope: 'questions:write' },
  { to: '/tokens', text: 'nav.tokens', Icon: KeyIcon, scope: 'tokens:manage' },
  { to: '/webhooks', text: 'nav.webhooks', Icon: WebhookIcon, scope: 'webhooks:manage' },
  { to: '/people', text: 'nav.people', Icon: PeopleIcon, scope: 'people:manage' },
  { to: '/settings', text: 'nav.settings', Icon: SettingsIcon },
] as const;

/** Pages whose address is a prefix of another page's. */
const EXACT: readonly string[] = ['/', '/settings'];

export function Navigation({ inSheet = false, onNavigate }: { inSheet?: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation();
  const [collapsed, setCollapsed] = useState(() => !inSheet && localStorage.getItem(KEY) === 'collapsed');
  const scopes = useSession()?.scopes ?? [];
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { data: total } = useQuery({
    queryKey: questionKeys.total,
    queryFn: async ({ signal }) =>
      (await quaestor.questions.list({ limit: 1, fields: ['id'], status: [...STATUSES] }, { signal })).pagination,
    staleTime: 60_000,
  });
  const toggle = () => {
    localStorage.setItem(KEY, collapsed ? 'open' : 'collapsed');
    setCollapsed(!collapsed);
  };
  const name = (text: string) => <span className={collapsed ? 'visually-hidden' : undefined}>{text}</span>;
  const shown = PAGES.filter((page) => !('scope' in page) || scopes.includes(page.scope));
  return (
    <nav
      className={styles['nav']}
      aria-label={t('nav.label')}
      data-collapsed={collapsed || undefined}
      data-sheet={inSheet || undefined}
    >
      <ul>
        {shown.map(({ to, text, Icon, ...page }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles['item']}
              onClick={onNavigate}
              activeOptions={{ includeSearch: false, exact: EXACT.includes(to) }}
              {...('parts' in page && path.startsWith(page.parts) && { 'aria-current': 'page' as const })}
            >
              <Icon />
              {name(t(text))}
              {to === '/questions' && !collapsed && total !== undefined && (
                <span className={styles['count']}>{formatShort(total.total ?? total.total_at_least ?? 0)}</span>
              )}
            </Link>
          </li>
        ))}
        <li>
          <a href="/docs" className={styles['item']}>
            <DocsIcon />
            {name(t('nav.docs'))}
          </a>
        </li>
      </ul>
      {!inSheet && (
        <button type="button" className={styles['item']} onClick={toggle} aria-expanded={!collapsed}>
          <CollapseIcon />
          {name(collapsed ? t('nav.expand') : t('nav.collapse'))}
        </button>
      )}
    </nav>
  );
}
