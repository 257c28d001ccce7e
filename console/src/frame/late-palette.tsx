import { lazy, Suspense, useEffect, useState } from 'react';
import { useHotkeys } from '../ui/hotkeys.ts';
import { onPaletteWanted, openPalette } from './open-palette.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Opened by Ctrl K or by the field in the header. */
export function LatePalette() {
  const [times, setTimes] = useState(0);
  useEffect(() => onPaletteWanted(() => setTimes((before) => before + 1)), []);
  useHotkeys({ 'mod+k': openPalette });
  return times > 0 && <Suspense>{<Palette times={times} />}</Suspense>;
}
