const ABBREVIATIONS = new Set(
  'mr mrs ms dr st jr sr vs etc prof gen col lt sgt rev capt mt inc co ltd no vol fig ca approx'.split(' '),
);

const [SPACE, LINE_FEED, FULL_STOP] = [0x20, 0x0a, 0x2e];
const isEndMark = (code: number) => code === FULL_STOP || code === 0x21 || code === 0x3f || isWideEndMark(code);
const isWideEndMark = (code: number) => code === 0x3002 || code === 0xff01 || code === 0xff1f;

/**
 * Sentences as a reader counts them. Unlike the feature of the same name, which is cheap and the same for all
 * languages, it takes "A. A. Milne" and "Dr. King" for names: two initials must not make a question three sentences.
 */
export function countSentences(text: string): number {
  let count = 0;
  let wordStart = 0;
  let open = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === SPACE || code === LINE_FEED) wordStart = index + 1;
    else if (!isEndMark(code)) open = true;
    else if (open && endsSentence(text, index, code, wordStart)) {
      count += 1;
      open = false;
    }
  }
  return open ? count + 1 : Math.max(1, count);
}

function endsSentence(text: string, index: number, code: number, wordStart: number): boolean {
  if (isWideEndMark(code)) return true;
  const next = text.charAt(index + 1);
  if (next !== '' && !' \n"”\')'.includes(next)) return false;
  if (code !== FULL_STOP) return true;
  const word = text.slice(wordStart, index).toLowerCase();
  return word.length > 1 && !word.includes('.') && !ABBREVIATIONS.has(word);
}
