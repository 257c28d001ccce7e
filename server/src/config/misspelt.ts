/** Shorter names are too similar to those of other programs. */
const MIN_LENGTH = 8;
const MAX_EDITS = 2;

/** Variables that look like misspelt settings, such as "DATABSE_URL", unless the setting itself is given. */
export function findMisspelt(
  environment: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): { given: string; meant: string }[] {
  const known = new Set(settings);
  return Object.keys(environment).flatMap((given) => {
    if (known.has(given) || given.length < MIN_LENGTH || given.length > 64) return [];
    const meant = settings.find((name) => environment[name] === undefined && isNear(given.toUpperCase(), name));
    return meant === undefined ? [] : [{ given, meant }];
  });
}

/** Whether a few insertions, deletions, replacements and swaps of neighbours turn one into the other. */
function isNear(one: string, other: string): boolean {
  if (other.length < MIN_LENGTH || Math.abs(one.length - other.length) > MAX_EDITS) return false;
  let [beforeLast, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      const at = (line: number[] | undefined, place: number) => line?.[place] ?? Number.POSITIVE_INFINITY;
      const swaps = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + same,
          swaps ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last ?? [], current];
  }
  return (last?.[other.length] ?? MAX_EDITS + 1) <= MAX_EDITS;
}
