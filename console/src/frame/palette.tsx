import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../api/client.ts';
import { useMay, useSession } from '../api/session.ts';
import { setLanguage, shownLanguages } from '../i18n/i18n.ts';
import { nameOf } from '../i18n/languages.ts';
import { MIN_SEARCH_LENGTH, useDebounced } from '../questions/debounced.ts';
import { questionKeys } from '../questions/queries.ts';
import { STATUSES } from '../questions/search.ts';
import { setAppearance } from '../ui/appearance.ts';
import { type Command, CommandPalette, openSpotlight } from '../ui/spotlight.tsx';
import { useSignOut } from './account-menu.tsx';

const MAX_FOUND = 7;

/** Opens whenever `times` increases. It is rendered closed first, so that the focus returns to where it was. */
export function Palette({ times }: { times: number }) {
  const { t } = useTranslation();
  useEffect(() => {
    if (times > 0) openSpotlight();
  }, [times]);
  const navigate = useNavigate();
  const signOut = useSignOut();
  const scopes = useSession()?.scopes ?? [];
  const mayWrite = useMay('questions:write');
  const [query, setQuery] = useState('');
  const asked = useDebounced(query.trim());
  const { data: found = [] } = useQuery({
    queryKey: questionKeys.palette(asked),
    enabled: asked.length >= MIN_SEARCH_LENGTH,
    queryFn: async ({ signal }) =>
      (await quaestor.questions.list({ q: asked, limit: MAX_FOUND, status: [...STATUSES] }, { signal })).data,
  });
  const fits = ({ label }: Command) => label.toLowerCase().includes(query.trim().toLowerCase());
  const pages: Command[] = [
    { id: 'home', label: t('nav.home'), onRun: () => void navigate({ to: '/' }) },
    { id: 'questions', label: t('nav.questions'), onRun: () => void navigate({ to: '/questions' }) },
    ...(mayWrite
      ? [{ id: 'new', label: t('palette.newQuestion'), onRun: () => void navigate({ to: '/questions/new' }) }]
      : []),
    ...(
      [
        ['import', mayWrite],
        ['analyses', true],
        ['activity', true],
        ['comments', true],
        ['categories', true],
        ['trash', mayWrite],
        ['tokens', scopes.includes('tokens:manage')],
        ['webhooks', scopes.includes('webhooks:manage')],
        ['people', scopes.includes('people:manage')],
        ['settings', true],
      ] as const
    )
      .filter(([, may]) => may)
      .map(([page]) => ({
        id: page,
        label: page === 'categories' || page === 'trash' ? t(`${page}.page`) : t(`nav.${page}`),
        onRun: () => void navigate({ to: page === 'categories' ? '/settings/categories' : `/${page}` }),
      })),
    { id: 'docs', label: t('nav.docs'), onRun: () => location.assign('/docs') },
  ];
  const questions: Command[] = found.map(({ id = '', question_text: text = '', correct_answer: answer }) => ({
    id,
    label: text,
    ...(answer !== undefined && { detail: answer }),
    onRun: () => void navigate({ to: '/questions/$id', params: { id } }),
  }));
  const appearance: Command[] = [
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      id: `theme-${theme}`,
      label: t('palette.useTheme', { theme: t(`account.${theme}`) }),
      onRun: () => setAppearance({ theme }),
    })),
    ...(['comfortable', 'compact'] as const).map((density) => ({
      id: `density-${density}`,
      label: t('palette.useDensity', { density: t(`account.${density}`) }),
      onRun: () => setAppearance({ density }),
    })),
    ...shownLanguages().map((language) => ({
      id: `language-${language}`,
      label: t('palette.useLanguage', { language: nameOf(language) }),
      onRun: () => void setLanguage(language),
    })),
  ];
  const account: Command[] = [{ id: 'sign-out', label: t('account.signOut'), onRun: signOut }];
  return (
    <CommandPalette
      label={t('palette.label')}
      placeholder={t('palette.placeholder')}
      nothing={t('palette.nothing')}
      query={query}
      onQuery={setQuery}
      groups={[
        { label: t('palette.questions'), commands: asked.length >= MIN_SEARCH_LENGTH ? questions : [] },
        { label: t('palette.pages'), commands: pages.filter(fits) },
        { label: t('palette.appearance'), commands: appearance.filter(fits) },
        { label: t('palette.account'), commands: account.filter(fits) },
      ]}
    />
  );
}
