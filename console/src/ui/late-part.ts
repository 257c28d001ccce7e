import { type ComponentType, lazy } from 'react';

const Nothing = () => null;

/**
 * A part that comes later and that the page can do without. Without a connection it stays away until the page is loaded again,
 * instead of taking the whole page with it.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Nothing) }));
}
