/**
 * Generates questions about invented places. They are the same in every run, and no two of them are similar by
 * accident.
 */
const HEADER = 'question_text,correct_answer,category,difficulty,topic_focus,language,incorrect_answer_1';
const CATEGORIES = ['Astronomy', 'Geography', 'Literature', 'Mathematics', 'Science', 'General Knowledge'];
const LEVELS = ['Basic', 'Intermediate', 'Advanced'];
const ONSETS = [
  'Bra',
  'Cel',
  'Dor',
  'Fen',
  'Gal',
  'Hul',
  'Jor',
  'Kel',
  'Lum',
  'Mer',
  'Nor',
  'Pel',
  'Quin',
  'Ros',
  'Sal',
];
const ENDS = [
  'wick',
  'stead',
  'mouth',
  'borough',
  'field',
  'haven',
  'ridge',
  'combe',
  'thorpe',
  'ley',
  'minster',
  'gate',
];
const MIDDLES = ['an', 'e', 'in', 'o', 'ur'];
const OFFICES = ['keeper of the lighthouse', 'warden of the bridge', 'founder of the library', 'first mayor'];

const ROWS = 800;
/** The number of questions that also occur in different words. */
const TWICE = 20;

interface Line {
  question: string;
  answer: string;
  category: string;
  level: string;
  topic: string;
  language: string;
  wrong: string;
}

function town(place: number): string {
  const pick = <One>(list: readonly One[], by: number) => list[Math.floor(place / by) % list.length] as One;
  return `${pick(ONSETS, 1)}${pick(MIDDLES, ONSETS.length * ENDS.length)}${pick(ENDS, ONSETS.length)}`;
}

const person = (place: number) => `${town((place * 7 + 411) % 900)} ${town((place * 13 + 77) % 900)}son`;

function lineOf(place: number): Line {
  const office = OFFICES[place % OFFICES.length];
  return {
    question: `Who was the ${office} in the town of ${town(place)}?`,
    answer: person(place),
    category: CATEGORIES[place % CATEGORIES.length] ?? '',
    level: LEVELS[place % LEVELS.length] ?? '',
    topic: `Topic ${1 + (place % 9)}`,
    language: 'en',
    wrong: person(place + 400),
  };
}

export interface Spreadsheet {
  csv: string;
  rows: number;
  /** The number of pairs with the same question in different words. */
  pairs: number;
  /** Texts that occur twice, first with a wrong answer and then with the correct one. */
  contradictions: { question: string; right: string }[];
  /** The text of a question whose correct answer is also listed as an incorrect one. */
  doubled: string;
}

/**
 * Generates 800 rows: 12 are invalid, 20 repeat a question, two are contradicted by another, and one has a wrong key.
 */
export function makeSpreadsheet(): Spreadsheet {
  const lines = Array.from({ length: ROWS }, (_, place) => lineOf(place));
  const at = (place: number) => lines[place] as Line;
  for (let pair = 0; pair < TWICE; pair += 1) {
    const first = at(pair * 20);
    Object.assign(at(400 + pair * 20), {
      question: first.question.replace('in the town of', 'in'),
      answer: first.answer,
      category: first.category,
      level: first.level,
    });
  }
  const contradictions = [5, 6].map((place) => {
    const { question, answer, category, level } = at(place);
    Object.assign(at(place + 500), { question, category, level });
    return { question, right: answer };
  });
  const doubled = at(7);
  doubled.wrong = doubled.answer;
  for (const place of [30, 130, 230]) at(place).category = 'Scince';
  for (const place of [330, 430]) at(place).category = 'Geografy';
  for (const place of [51, 151]) at(place).level = 'meedium';
  at(251).level = 'advnced';
  for (const place of [62, 162]) at(place).answer = '';
  at(262).question = '';
  at(362).language = 'nolanguage1';
  const cells = ({ question, answer, category, level, topic, language, wrong }: Line) =>
    [question, answer, category, level, topic, language, wrong].join(',');
  return {
    csv: `${HEADER}\n${lines.map(cells).join('\n')}\n`,
    rows: ROWS,
    pairs: TWICE,
    contradictions,
    doubled: doubled.question,
  };
}
