/** Common names for the three levels. */
const LEVELS: readonly (readonly string[])[] = [
  ['basic', 'easy', 'beginner', 'simple', 'low', 'leicht', 'einfach', 'facil', 'fácil', 'facile'],
  ['intermediate', 'medium', 'middle', 'normal', 'mittel', 'media', 'medio', 'moyen'],
  ['advanced', 'hard', 'difficult', 'expert', 'high', 'schwer', 'schwierig', 'dificil', 'difícil', 'difficile'],
];
/** With more typing errors than this, it is a different word. */
const MAX_DISTANCE = 3;

export function suggestCategory(value: string, categories: readonly string[]): string | undefined {
  return nearest(value, categories);
}

type Level = 0 | 1 | 2;

/** The levels of a file: words, or points of a scale of three or five such as 1 to 3 and ★ to ★★★★★. */
export function suggestLevels(values: readonly string[]): Map<string, Level> {
  const points = new Map(values.map((value) => [value, pointsOf(value)]));
  const all = [...points.values()];
  const highest = Math.max(...all.map((value) => value ?? 0));
  const isScale = all.every((value) => value !== undefined && value > 0) && (highest === 3 || highest === 5);
  const suggested = new Map<string, Level>();
  for (const [value, point] of points) {
    const level = isScale && point !== undefined ? levelAt(point, highest) : suggestLevel(value);
    if (level !== undefined) suggested.set(value, level);
  }
  return suggested;
}

const pointsOf = (value: string): number | undefined => {
  const text = value.trim();
  if (/^\d$/u.test(text)) return Number(text);
  return /^[★*]{1,5}☆{0,5}$/u.test(text) ? text.replaceAll('☆', '').length : undefined;
};

function levelAt(point: number, highest: number): Level {
  return Math.round((2 * (point - 1)) / (highest - 1)) as Level;
}

export function suggestLevel(value: string): Level | undefined {
  const word = nearest(value, LEVELS.flat());
  const level = LEVELS.findIndex((words) => word !== undefined && words.includes(word));
  return level === -1 ? undefined : (level as Level);
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
