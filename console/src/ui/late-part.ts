import { type ComponentType, lazy } from 'react';

const Nothing = () => null;

/**
 * Loads an optional part of a page lazily. If loading fails, for example offline, the part is missing until the page is
 * reloaded, instead of breaking the whole page.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Nothing) }));
}
