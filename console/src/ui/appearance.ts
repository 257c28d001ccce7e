import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export type Density = 'comfortable' | 'compact';

interface Appearance {
  theme: Theme;
  density: Density;
  /** Whether single-letter shortcuts are on. */
  shortcuts: boolean;
}

/** `src/appearance.js` reads the same entry before the first paint. */
const KEY = 'quaestor.appearance';
const DEFAULTS: Appearance = { theme: 'system', density: 'comfortable', shortcuts: true };
const listeners = new Set<() => void>();
let current = read();

function read(): Appearance {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Appearance> | null) };
  } catch {
    return DEFAULTS;
  }
}

/** Stored on this device. */
export function setAppearance(change: Partial<Appearance>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Without storage, it lasts until the page is left.
  }
  document.documentElement.dataset['density'] = current.density;
  for (const listener of listeners) listener();
}

export function readAppearance(): Appearance {
  return current;
}

/** Calls the listener after every change. Returns a function that unsubscribes. */
export function onAppearance(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(onAppearance, readAppearance);
}
