import { useSyncExternalStore } from 'react';
import { useAppearance } from './appearance.ts';

const phone = matchMedia('(max-width: 640px)');
const dark = matchMedia('(prefers-color-scheme: dark)');

function useMatches(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}

export function useIsPhone(): boolean {
  return useMatches(phone);
}

/** The current theme, for images, which are rendered for one of the two. */
export function useIsDark(): boolean {
  const { theme } = useAppearance();
  const isSystemDark = useMatches(dark);
  return theme === 'dark' || (theme === 'system' && isSystemDark);
}

const print = matchMedia('print');

/** Whether the page is being laid out for paper. */
export function useIsPrinting(): boolean {
  return useMatches(print);
}
