import { distance } from 'fastest-levenshtein';

/** The known name that was most likely meant, or undefined if none is close. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.slice(0, 100).toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const steps = distance(wanted, candidate.toLowerCase());
    if (steps < bestDistance) {
      best = candidate;
      bestDistance = steps;
    }
  }
  return best;
}

export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
}
