/** A text without the marks of a right option. */
interface Marked {
  text: string;
  right: boolean;
}

const LEADING = /^(?:\*{1,3}|[✓✔√☑✅])\s{0,3}/u;
const TRAILING = /(?:\*{1,3}|[✓✔√☑✅])$/u;
const WORDS =
  /(?:[([](?:correct|right|correct answer|right answer|richtig|korrekt|richtige antwort|correcta|correcto|respuesta correcta)[)\]]|(?:<-{1,2}|←)\s{0,3}(?:correct|right|richtig|korrekt|correcta|correcto)?)[.!]?$/iu;
/** Longer than every mark at the end of a text. */
const END_LENGTH = 40;
/** An option has at most an asterisk on each side, a pair around its letter, and a word. */
const MAX_MARKS = 6;

/** Removes asterisks, check marks and words such as "(correct)" from both ends. A text of marks alone is kept. */
export function stripMarks(given: string): Marked {
  let text = given.trim();
  let right = false;
  for (let round = 0; round < MAX_MARKS; round += 1) {
    const next = withoutMark(text);
    if (next === text || next === '') break;
    text = next;
    right = true;
  }
  return { text, right };
}

function withoutMark(text: string): string {
  const leading = LEADING.exec(text)?.[0];
  if (leading !== undefined) return text.slice(leading.length).trimStart();
  const end = text.slice(-END_LENGTH);
  const trailing = (TRAILING.exec(end) ?? WORDS.exec(end))?.[0];
  return trailing === undefined ? text : text.slice(0, text.length - trailing.length).trimEnd();
}

const PAIRS = [
  ['true', 'false'],
  ['wahr', 'falsch'],
  ['richtig', 'falsch'],
  ['verdadero', 'falso'],
] as const;
const PAIR_WORDS: ReadonlySet<string> = new Set(PAIRS.flat());
const MAX_PAIR_LENGTH = 60;

/** "True", "*Falsch" or "Richtig / Falsch*" on a line of its own: options without letters. */
export function readTrueFalse(line: string): Marked[] | undefined {
  if (line.length > MAX_PAIR_LENGTH) return undefined;
  const parts = line
    .split(/\s{0,5}[/|\t]\s{0,5}|\s{2,5}/u)
    .filter((part) => part !== '')
    .map(stripMarks);
  const words = parts.map(({ text }) => text.toLowerCase());
  if (words.length === 1) return PAIR_WORDS.has(words[0] ?? '') ? parts : undefined;
  const isPair = PAIRS.some((pair) => words.length === 2 && pair.every((word) => words.includes(word)));
  return isPair ? parts : undefined;
}

/** The other word of the pair, for an answer such as "False" below a text that has no options. */
export function otherOfPair(answer: string, question: string): string | undefined {
  const word = answer.toLowerCase();
  const asked = question.toLowerCase();
  const pair = PAIRS.find(
    (one, index) =>
      (one as readonly string[]).includes(word) && (index === 0 || one.every((each) => asked.includes(each))),
  );
  const other = pair?.find((one) => one !== word);
  if (other === undefined) return undefined;
  return answer.startsWith(word.slice(0, 1)) ? other : other.slice(0, 1).toUpperCase() + other.slice(1);
}
