const WANTED = 'quaestor:palette';

/** The palette is loaded when it is first wanted: the first page does not need it. */
export const openPalette = (): boolean => dispatchEvent(new Event(WANTED));

export function onPaletteWanted(listener: () => void): () => void {
  addEventListener(WANTED, listener);
  return () => removeEventListener(WANTED, listener);
}
