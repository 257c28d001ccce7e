/** This many times the median of the filled cells, and on an even scale all others look empty. */
const DOMINANT = 20;

/** How a table of counts is coloured: by the logarithm where one cell outweighs the others. */
export function scaleOf(values: readonly (readonly (number | null)[])[]): { scale?: 'log' } {
  const filled = values
    .flat()
    .filter((value) => value !== null && value > 0)
    .sort((left, right) => Number(left) - Number(right));
  const median = filled[Math.floor((filled.length - 1) / 2)] ?? 0;
  return (filled.at(-1) ?? 0) >= DOMINANT * median && filled.length > 1 ? { scale: 'log' } : {};
}

/** What a reader of the colours must know, as the note of a plot. */
export const LOG_NOTE = 'Colours by the logarithm, since one cell outweighs the others.';
