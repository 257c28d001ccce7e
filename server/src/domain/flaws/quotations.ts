import type { Word } from './words.ts';

const QUOTING =
  /\b(?:lyrics?|proverb|saying|quot(?:e|ed|ation)|said|says|lines?|verse|dialogue|conversation|words|phrase|poem|slogan|tagline)\b/iu;

/**
 * Which words are inside quotation marks, or after the colon that follows a word like "lyrics". One pass covers all
 * words, and it is skipped if there is neither a mark nor a colon.
 */
export function findQuoted(text: string, words: readonly Word[]): readonly boolean[] {
  const colon = text.indexOf(':');
  const announced = colon >= 0 && QUOTING.test(text.slice(0, colon)) ? colon : text.length;
  if (announced === text.length && !text.includes('"') && !text.includes('“')) return [];
  let open = false;
  let index = 0;
  return words.map(({ start }) => {
    for (; index < start; index += 1) {
      const character = text.charAt(index);
      if (character === '"') open = !open;
      else if (character === '“') open = true;
      else if (character === '”') open = false;
    }
    return open || start > announced;
  });
}
