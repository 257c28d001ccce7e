/** If one cell has this many times the median of the filled cells, all others look empty on a linear scale. */
const DOMINANT = 20;

/** How a table of counts is coloured: logarithmically if one cell outweighs the others. */
export function scaleOf(values: readonly (readonly (number | null)[])[]): { scale?: 'log' } {
  const filled = values
    .flat()
    .filter((value) => value !== null && value > 0)
    .sort((left, right) => Number(left) - Number(right));
  const median = filled[Math.floor((filled.length - 1) / 2)] ?? 0;
  return (filled.at(-1) ?? 0) >= DOMINANT * median && filled.length > 1 ? { scale: 'log' } : {};
}
