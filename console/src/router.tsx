import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ApiError } from '../../client/src/index.ts';
import { readActivitySearch } from './activity/search.ts';
import { type ListSearch, readListSearch, readRowFilters } from './analyses/model.ts';
import { sessionQuery } from './api/queries.ts';
import { queryClient, whenSignedOut } from './api/query-client.ts';
import { readCommentSearch } from './comments/search.ts';
import { Frame } from './frame/frame.tsx';
import { loadLaterTexts } from './i18n/i18n.ts';
import { dropAllDrafts, keepDraftsOf } from './questions/kept-drafts.ts';
import { QuestionsPage } from './questions/questions-page.tsx';
import { type QuestionSearch, readSearch } from './questions/search.ts';
import { ownPath } from './sign-in/return-to.ts';
import { Crash } from './states/crash.tsx';
import { NotFound } from './states/not-found.tsx';

/** Loads a page other than the first one, with its texts. */
function withTexts<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazyRouteComponent(async () => {
    const [page] = await Promise.all([load(), loadLaterTexts()]);
    return page;
  }, name);
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Crash });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ return_to }): { return_to?: string } => {
    const path = ownPath(return_to);
    return path === undefined ? {} : { return_to: path };
  },
  component: lazyRouteComponent(() => import('./sign-in/sign-in.tsx'), 'SignIn'),
});

/** The pages for signed-in people. */
const framed = createRoute({
  getParentRoute: () => root,
  id: 'framed',
  component: Frame,
  beforeLoad: async ({ location: { href } }) => {
    try {
      keepDraftsOf((await queryClient.ensureQueryData(sessionQuery)).person.id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      dropAllDrafts();
      throw redirect({ to: '/sign-in', search: href === '/' ? {} : { return_to: href }, replace: true });
    }
  },
});

const home = createRoute({
  getParentRoute: () => framed,
  path: '/',
  component: withTexts(() => import('./home/home-page.tsx'), 'HomePage'),
});

const questions = createRoute({
  getParentRoute: () => framed,
  path: '/questions',
  validateSearch: readSearch,
  component: QuestionsPage,
});

const newQuestion = createRoute({
  getParentRoute: () => questions,
  path: 'new',
  validateSearch: ({ copy }): { copy?: string } => (typeof copy === 'string' ? { copy } : {}),
  component: lazyRouteComponent(() => import('./questions/drawer/new-question.tsx'), 'NewQuestion'),
});

const question = createRoute({
  getParentRoute: () => questions,
  path: '$id',
  validateSearch: ({ tab }): { tab?: 'history' | 'comments' } =>
    tab === 'history' || tab === 'comments' ? { tab } : {},
  component: lazyRouteComponent(() => import('./questions/drawer/open-question.tsx'), 'OpenQuestion'),
});

const trash = createRoute({
  getParentRoute: () => framed,
  path: '/trash',
  component: lazyRouteComponent(() => import('./trash/trash-page.tsx'), 'TrashPage'),
});

const categories = createRoute({
  getParentRoute: () => framed,
  path: '/settings/categories',
  component: lazyRouteComponent(() => import('./categories/categories-page.tsx'), 'CategoriesPage'),
});

/** The address of the categories in the API. */
const categoriesOfApi = createRoute({
  getParentRoute: () => framed,
  path: '/categories',
  beforeLoad: () => {
    throw redirect({ to: '/settings/categories', replace: true });
  },
});

const analyses = createRoute({
  getParentRoute: () => framed,
  path: '/analyses',
  validateSearch: readListSearch,
  component: withTexts(() => import('./analyses/list/analyses-page.tsx'), 'AnalysesPage'),
});

const newAnalysis = createRoute({
  getParentRoute: () => framed,
  path: '/analyses/new',
  validateSearch: (given): QuestionSearch & Pick<ListSearch, 'type'> => {
    const { type } = readListSearch(given);
    return { ...readSearch(given), ...(type !== undefined && { type }) };
  },
  component: withTexts(() => import('./analyses/new/new-analysis.tsx'), 'NewAnalysis'),
});

const comparison = createRoute({
  getParentRoute: () => framed,
  path: '/analyses/compare',
  validateSearch: ({ a, b }): { a: string; b?: string } => ({
    a: typeof a === 'string' ? a : '',
    ...(typeof b === 'string' && { b }),
  }),
  component: withTexts(() => import('./analyses/compare/compare-page.tsx'), 'ComparePage'),
});

const analysis = createRoute({
  getParentRoute: () => framed,
  path: '/analyses/$id',
  validateSearch: readRowFilters,
  component: withTexts(() => import('./analyses/one/analysis-page.tsx'), 'AnalysisPage'),
});

const analysedQuestion = createRoute({
  getParentRoute: () => analysis,
  path: 'questions/$question',
  component: withTexts(() => import('./analyses/rows/row-drawer.tsx'), 'RowDrawer'),
});

const pairs = createRoute({
  getParentRoute: () => framed,
  path: '/analyses/$id/pairs',
  validateSearch: readRowFilters,
  component: withTexts(() => import('./analyses/pairs/pairs-page.tsx'), 'PairsPage'),
});

const pairedQuestion = createRoute({
  getParentRoute: () => pairs,
  path: '$question',
  component: withTexts(() => import('./analyses/rows/row-drawer.tsx'), 'PairDrawer'),
});

const importFile = createRoute({
  getParentRoute: () => framed,
  path: '/import',
  component: withTexts(() => import('./import/import-page.tsx'), 'ImportPage'),
});

const imports = createRoute({
  getParentRoute: () => framed,
  path: '/imports',
  component: withTexts(() => import('./import/report/imports-page.tsx'), 'ImportsPage'),
});

const importReport = createRoute({
  getParentRoute: () => framed,
  path: '/imports/$id',
  component: withTexts(() => import('./import/report/import-report.tsx'), 'ImportReport'),
});

const activity = createRoute({
  getParentRoute: () => framed,
  path: '/activity',
  validateSearch: readActivitySearch,
  component: withTexts(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
});

const comments = createRoute({
  getParentRoute: () => framed,
  path: '/comments',
  validateSearch: readCommentSearch,
  component: withTexts(() => import('./comments/comments-page.tsx'), 'CommentsPage'),
});

const tokens = createRoute({
  getParentRoute: () => framed,
  path: '/tokens',
  component: withTexts(() => import('./tokens/tokens-page.tsx'), 'TokensPage'),
});

const webhooks = createRoute({
  getParentRoute: () => framed,
  path: '/webhooks',
  component: withTexts(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => framed,
  path: '/webhooks/$id',
  component: withTexts(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
});

const people = createRoute({
  getParentRoute: () => framed,
  path: '/people',
  component: withTexts(() => import('./people/people-page.tsx'), 'PeoplePage'),
});

const settings = createRoute({
  getParentRoute: () => framed,
  path: '/settings',
  component: withTexts(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
});

/** The pages. `server/src/routes/console/pages.ts` has the same list. */
export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    framed.addChildren([
      home,
      questions.addChildren([newQuestion, question]),
      analyses,
      newAnalysis,
      comparison,
      analysis.addChildren([analysedQuestion]),
      pairs.addChildren([pairedQuestion]),
      trash,
      categories,
      categoriesOfApi,
      ...[importFile, imports, importReport, activity, comments, tokens, webhooks, webhook, people, settings],
    ]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: false,
  // Lists are written as in the API, with one parameter per value.
  parseSearch: (text) => {
    const all = new URLSearchParams(text);
    return Object.fromEntries(
      [...new Set(all.keys())].map((name) => [
        name,
        all.getAll(name).length > 1 ? all.getAll(name) : (all.get(name) ?? ''),
      ]),
    );
  },
  stringifySearch: (search) => {
    const all = new URLSearchParams();
    for (const [name, value] of Object.entries(search)) {
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) all.append(name, String(one));
    }
    return all.size === 0 ? '' : `?${all.toString()}`;
  },
});

/** Keeps the current place, to return to it after signing in again. */
whenSignedOut(() => {
  const { href, pathname } = router.state.location;
  if (pathname === '/sign-in') return;
  dropAllDrafts();
  queryClient.clear();
  void router.navigate({ to: '/sign-in', search: { return_to: href } });
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
