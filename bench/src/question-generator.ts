/** Generates questions from templates, with natural lengths (mean about 125 characters), Zipf-like words and a few duplicates. */
import { seededRandom } from './random.ts';

const SUBJECTS =
  'river mountain planet author theorem element city ocean novel poet galaxy comet island desert equation particle enzyme volcano dynasty treaty instrument painting composer language harbour canal glacier crater nebula satellite polygon integral matrix bacterium mineral reptile orchid cathedral parliament railway lighthouse'.split(
    ' ',
  );
const VERBS =
  'discovered described measured crossed founded composed proved named mapped observed published conquered painted translated explored isolated predicted designed catalogued photographed'.split(
    ' ',
  );
const PLACES =
  'Norway Chile Kenya Japan Portugal Canada Egypt Vietnam Iceland Peru Morocco Finland Ghana Nepal Cuba Greece Turkey Brazil Austria Mongolia Bolivia Scotland Tunisia Estonia Jordan Laos Malta Oman Qatar Serbia'.split(
    ' ',
  );
const PEOPLE =
  'Aldana Berglund Castellane Dvorin Eskildsen Farrow Gorecki Halvorsen Ibarra Jansson Kowalke Lindqvist Marchetti Novello Okafor Pereira Quillon Rasmussen Sandoval Thorne Umarov Valdez Wexler Yamane Zielin'.split(
    ' ',
  );
const QUALITIES =
  'first largest oldest deepest northernmost brightest longest smallest heaviest rarest earliest tallest coldest busiest steepest'.split(
    ' ',
  );
/** Real questions contain many names that few others share. The syllables give about 20,000 invented ones. */
const SYLLABLES =
  'ba bren cal dor el fen gar hol is jo kar lun mor nav or pel quin ros sel tor ul vas wen yar zim'.split(' ');
const DETAILS = [
  'while working with a small group of colleagues from',
  'before the middle of the century and long after',
  'according to the records kept by',
  'with the help of an instrument made in',
  'and later described in the letters of',
  'although the claim was disputed by',
  'in the course of a long journey to',
  'after several failed attempts at',
];
const TEMPLATES = [
  (w: Words) => `Which ${w.quality} ${w.subject} in ${w.place} was ${w.verb} by ${w.person} in ${w.year}?`,
  (w: Words) => `In which year was the ${w.subject} near ${w.place} ${w.verb} by ${w.person}, ${w.detail}?`,
  (w: Words) => `Who ${w.verb} the ${w.quality} known ${w.subject} of ${w.place}, ${w.detail}, in the year ${w.year}?`,
  (w: Words) => `What is the name of the ${w.subject} that ${w.person} ${w.verb} in ${w.place} ${w.detail}?`,
  (w: Words) =>
    `${w.person} ${w.verb} a ${w.subject} in ${w.year}. ${w.other} did the same in ${w.place}. Which of the two came ${w.number} years later, ${w.detail}?`,
];
const TOPICS = Array.from(
  { length: 60 },
  (_, index) => `${capital(SUBJECTS[index % SUBJECTS.length] ?? '')} ${index < 40 ? 'facts' : 'records'}`,
);
export const CATEGORIES = ['Astronomy', 'Geography', 'Literature', 'Mathematics', 'Science', 'General Knowledge'];

interface Words {
  quality: string;
  subject: string;
  place: string;
  verb: string;
  person: string;
  other: string;
  detail: string;
  year: number;
  number: number;
}

export interface GeneratedQuestion {
  question_text: string;
  correct_answer: string;
  category: string;
  difficulty: number;
  topic_focus: string | null;
  tags: string[];
}

export function* generateQuestions(seed: number): Generator<GeneratedQuestion, never> {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const inventName = () => capital(`${pick(SYLLABLES)}${pick(SYLLABLES)}${random() < 0.5 ? '' : pick(SYLLABLES)}`);
  for (;;) {
    const words: Words = {
      quality: pick(QUALITIES),
      subject: pick(SUBJECTS),
      place: random() < 0.5 ? pick(PLACES) : inventName(),
      verb: pick(VERBS),
      person: random() < 0.3 ? pick(PEOPLE) : `${inventName()}${random() < 0.5 ? '' : `-${pick(PEOPLE)}`}`,
      other: inventName(),
      detail: `${pick(DETAILS)} ${inventName()}`,
      year: 1100 + Math.floor(random() * 920),
      number: 1 + Math.floor(random() * 90),
    };
    yield {
      question_text: pick(TEMPLATES)(words),
      correct_answer: random() < 0.3 ? String(words.year) : `${words.person} of ${pick(PLACES)}`,
      category: pick(CATEGORIES),
      difficulty: Math.floor(random() * 3),
      topic_focus: random() < 0.9 ? pick(TOPICS) : null,
      // One question in a thousand has the rare tag, one in five the common tag.
      tags: [...(random() < 0.2 ? ['common'] : []), ...(random() < 0.001 ? ['rare'] : [])],
    };
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
