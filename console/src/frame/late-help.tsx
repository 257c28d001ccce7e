import { lazy, Suspense, useState } from 'react';
import { useHotkeys } from '../ui/hotkeys.ts';

const KeyboardHelp = lazy(async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }));

interface LateHelpProps {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** Loaded on first use. It is rendered closed before it opens, so that the focus returns to where it was. */
export function LateHelp({ opened, onOpen, onClose }: LateHelpProps) {
  const [isLoaded, setIsLoaded] = useState(false);
  useHotkeys({ '?': onOpen });
  if (!opened && !isLoaded) return null;
  return (
    <Suspense>
      <KeyboardHelp opened={opened && isLoaded} onLoaded={() => setIsLoaded(true)} onClose={onClose} />
    </Suspense>
  );
}
