/**
 * Signs of a formula: behind a number or bracket and before one, or a minus before a number. Those that are no hyphen and
 * no slash count beside a letter that stands alone as well, as in "4x + 4". Without them "2+2" would be "2-2". For texts
 * with single spaces: a look behind over a run of them begins anew at each.
 */
const SIGNS =
  /(?<=[\p{N})]\s?)[+\-−–*/×÷^=<>≤≥](?=\s?[\p{N}(])|(?<=^|[\s(=])[-−](?=\p{N})|(?<=(?:[\p{N})]|(?<!\p{L})\p{L})\s?)[+×÷^=](?=\s?(?:[\p{N}(]|\p{L}(?!\p{L})))/gu;

/** Asked first, because it is asked of every text. */
const PERHAPS_SIGNS = /[+\-−–*/×÷^=<>≤≥]\s*[\p{N}(]|[+×÷^=]\s*\p{L}/u;

/**
 * Under which two texts are the same word for word: case, accents, punctuation and spaces do not count, signs of a formula
 * do. They stand at the end, as one more word.
 */
export function exactKey(text: string, key: string): string {
  if (!mayHaveSigns(text)) return key;
  const signs = text.replace(/\s+/gu, ' ').match(SIGNS);
  return signs === null ? key : `${key} ${signs.join('').replace(/[−–]/gu, '-')}`;
}

/** Without this its key is that of the text alone. */
export const mayHaveSigns = (text: string) => PERHAPS_SIGNS.test(text);

export const isSigns = (word: string) => /^[-+*/×÷^=<>≤≥]+$/u.test(word);
