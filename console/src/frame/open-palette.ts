const WANTED = 'quaestor:palette';

/** The palette is loaded on first use, because the first page does not need it. */
export const openPalette = (): boolean => dispatchEvent(new Event(WANTED));

export function onPaletteWanted(listener: () => void): () => void {
  addEventListener(WANTED, listener);
  return () => removeEventListener(WANTED, listener);
}
