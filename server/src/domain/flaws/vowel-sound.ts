/** Spelt with a vowel but spoken with a consonant, and the other way round. */
const CONSONANT_SOUND = /^(?:uni(?!n|m)|use|usu|uti|eu|ewe|one(?!i)|once|ur[aeio]|ubi)/iu;
const SILENT_H = /^(?:hour|honest|hono|heir)/iu;

/** Whether "an" stands before it. */
export function startsWithVowelSound(text: string): boolean {
  const word = text.trimStart();
  if (SILENT_H.test(word)) return true;
  return /^[aeiou8]/iu.test(word.normalize('NFD')) && !CONSONANT_SOUND.test(word);
}
