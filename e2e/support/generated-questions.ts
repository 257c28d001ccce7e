/** Generates questions of varied length. The n-th question is a function of n, so the questions are always the same. */
export function generateQuestions(from: number, count: number): object[] {
  return Array.from({ length: count }, (_, index) => generateQuestion(from + index));
}

const CATEGORIES = ['Science', 'Literature', 'Geography'] as const;
const LEAST_WORDS = 8;
const LONGEST_TAIL = 160;

function generateQuestion(n: number): object {
  const random = randomNumbers(n);
  const words = LEAST_WORDS + Math.floor(LONGEST_TAIL * random() ** 3); // most are short, a few very long
  return {
    question_text: `Which ${sentence(random, words)}?`,
    correct_answer: sentence(random, 1 + Math.floor(random() * 4)),
    category: CATEGORIES[n % CATEGORIES.length] ?? 'Science',
    difficulty: Math.floor(n / 3) % 3,
    language: n % 4 === 0 ? 'de' : 'en',
  };
}

function sentence(random: () => number, words: number): string {
  return Array.from({ length: words }, () => word(Math.floor(random() ** 2 * VOCABULARY))).join(' ');
}

const VOCABULARY = 4000;
const SYLLABLES = [
  'ba',
  'cor',
  'du',
  'fen',
  'gri',
  'ho',
  'ki',
  'lam',
  'mo',
  'nes',
  'po',
  'ra',
  'sil',
  'to',
  'ven',
  'zu',
];

function word(number: number): string {
  let rest = number + 1;
  let spelled = '';
  for (; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) spelled += SYLLABLES[rest % SYLLABLES.length] ?? '';
  return spelled;
}

/** mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
