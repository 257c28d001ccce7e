import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sessionQuery } from './api/queries.ts';
import { queryClient } from './api/query-client.ts';
import { startI18n } from './i18n/i18n.ts';
import { readSearch } from './questions/search.ts';
import { listQuery } from './questions/use-questions.ts';
import { router } from './router.tsx';
import { Toasts } from './ui/toasts.tsx';
import { UiProvider } from './ui/ui-provider.tsx';

/** Requests the data of the first page while its frame is drawn, which takes 0.4 s on a slow processor. */
async function askAhead(): Promise<void> {
  await queryClient.ensureQueryData(sessionQuery);
  if (location.pathname !== '/questions') return;
  await queryClient.prefetchInfiniteQuery(listQuery(readSearch(router.options.parseSearch(location.search))));
}

/**
 * The module has no top-level `await`, because files that load later import from it, such as the texts of a language.
 */
async function start(): Promise<void> {
  await startI18n();
  const root = document.querySelector('#root');
  if (root === null) throw new Error('The page has no #root.');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <UiProvider>
          <RouterProvider router={router} />
          <Toasts />
        </UiProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

askAhead().catch(() => undefined); // the page requests it again and shows the error
void start();
// The font is only for ids, so it is loaded when the browser is idle.
setTimeout(() => {
  import('./ui/mono.ts').catch(() => undefined); // offline: ids use the system font
}, 2000);
