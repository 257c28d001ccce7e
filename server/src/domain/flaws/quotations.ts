import type { Word } from './words.ts';

const QUOTING =
  /\b(?:lyrics?|proverb|saying|quot(?:e|ed|ation)|said|says|lines?|verse|dialogue|conversation|words|phrase|poem|slogan|tagline)\b/iu;

/**
 * Which words stand inside quotation marks, or behind the colon after a word like "lyrics": one pass for all of them, and
 * none where there is neither mark nor colon.
 */
export function findQuoted(text: string, words: readonly Word[]): readonly boolean[] {
  const colon = text.indexOf(':');
  const announced = colon >= 0 && QUOTING.test(text.slice(0, colon)) ? colon : text.length;
  if (announced === text.length && !text.includes('"') && !text.includes('“')) return [];
  let open = false;
  let index = 0;
  return words.map(({ start }) => {
    for (; index < start; index += 1) {
      const sign = text.charAt(index);
      if (sign === '"') open = !open;
      else if (sign === '“') open = true;
      else if (sign === '”') open = false;
    }
    return open || start > announced;
  });
}
