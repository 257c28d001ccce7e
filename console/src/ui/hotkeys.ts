import { useEffect, useRef } from 'react';
import { readAppearance } from './appearance.ts';

/**
 * Handlers by shortcut. "mod" in "mod+k" is Ctrl or ⌘. A single letter works only outside of fields and can be turned
 * off.
 */
type Hotkeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

function nameOf(event: KeyboardEvent): string {
  const mod = event.ctrlKey || event.metaKey ? 'mod+' : '';
  const alt = event.altKey ? 'alt+' : '';
  return `${mod}${alt}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
  );
}

/** Whether an overlay is open, which disables the shortcuts of the page behind it. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null;
}

export function useHotkeys(keys: Hotkeys, { overOverlays = false } = {}): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = nameOf(event);
      const isPlain = event.key.length === 1 && !name.includes('+');
      if (isPlain && (isTyping(event.target) || !readAppearance().shortcuts)) return;
      if (name === 'mod+z' && isTyping(event.target)) return; // the field has its own undo
      if (!overOverlays && isCovered() && name !== 'mod+k') return;
      const act = latest.current[name];
      if (act === undefined || event.defaultPrevented) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [overOverlays]);
}
