import { normalForm } from '../text/text.ts';

/** Words spelt with a vowel but pronounced with a consonant, and the other way round. */
const CONSONANT_SOUND = /^(?:uni(?!n|m)|use|usu|uti|eu|ewe|one(?!i)|once|ur[aeio]|ubi)/iu;
const SILENT_H = /^(?:hour|honest|hono|heir)/iu;

/** More code units than one letter has in any spelling. */
const FIRST_LETTER = 8;

/** Whether the article before it is "an". */
export function startsWithVowelSound(text: string): boolean {
  const word = text.trimStart();
  if (SILENT_H.test(word)) return true;
  return /^[aeiou8]/iu.test(normalForm(word.slice(0, FIRST_LETTER), 'NFD')) && !CONSONANT_SOUND.test(word);
}
