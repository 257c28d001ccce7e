/** Common names for the three levels. */
const LEVELS: readonly (readonly string[])[] = [
  ['basic', 'easy', 'beginner', 'simple', 'low', 'leicht', 'einfach'],
  ['intermediate', 'medium', 'middle', 'normal', 'mittel'],
  ['advanced', 'hard', 'difficult', 'expert', 'high', 'schwer', 'schwierig'],
];
/** With more typing errors than this, it is a different word. */
const MAX_DISTANCE = 3;

export function suggestCategory(value: string, categories: readonly string[]): string | undefined {
  return nearest(value, categories);
}

export function suggestLevel(value: string): 0 | 1 | 2 | undefined {
  const word = nearest(value, LEVELS.flat());
  const level = LEVELS.findIndex((words) => word !== undefined && words.includes(word));
  return level === -1 ? undefined : (level as 0 | 1 | 2);
}

function nearest(value: string, words: readonly string[]): string | undefined {
  const given = value.trim().toLowerCase();
  if (given === '') return undefined;
  const limit = Math.min(MAX_DISTANCE, Math.floor(given.length / 3));
  const [best] = words
    .map((word) => ({ word, distance: distanceOf(given, word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= limit || (given.length >= 4 && word.toLowerCase().startsWith(given)))
    .sort((left, right) => left.distance - right.distance);
  return best?.word;
}

/** The Levenshtein distance. */
function distanceOf(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [place, letter] of left.split('').entries()) {
    const next = [place + 1];
    for (let index = 0; index < right.length; index += 1) {
      const replaced = (row[index] ?? 0) + (letter === right[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
