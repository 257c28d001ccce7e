import { describe, expect, it } from 'vitest';
import { DEFAULT_THRESHOLD, DEFAULT_WORDING } from './judge.ts';
import { QuestionJudge } from './question-judge.ts';
import { type QuestionAndAnswer, WordCounts } from './word-counts.ts';

const THRESHOLDS = { likeness: DEFAULT_THRESHOLD, wording: DEFAULT_WORDING };
type Pair = readonly [text: string, answer: string, otherText: string, otherAnswer: string];

function relate(one: QuestionAndAnswer, other: QuestionAndAnswer, counts = new WordCounts()) {
  const relations = [
    new QuestionJudge(one, counts).judge(other, THRESHOLDS).relation,
    new QuestionJudge(other, counts).judge(one, THRESHOLDS).relation,
  ];
  expect(relations[0]).toBe(relations[1]);
  return relations[0];
}

const q = (question_text: string, correct_answer: string, accepted_answers: readonly string[] = []) => ({
  question_text,
  correct_answer,
  accepted_answers,
});
const relatePair = ([text, answer, otherText, otherAnswer]: Pair) => relate(q(text, answer), q(otherText, otherAnswer));

describe('two questions whose answers differ', () => {
  it.each<Pair>([
    ['Who was the first drummer of the Beatles?', 'Pete Best', 'Name the first drummer of the Beatles.', 'Tommy Moore'],
    ['What is the capital of Australia?', 'Canberra', 'what is the capital city of australia', 'Sydney'],
    ['Which element has the symbol He?', 'Helium', 'What element has the symbol He?', 'Hydrogen'],
    ['What is 3 · 13?', '39', 'What is 3·13?', '36'],
    [
      'How far is the Moon from the Earth on average?',
      '384,400 km',
      'How far is the Moon from Earth on average?',
      '300,000 km',
    ],
    [
      'Wofür steht das Symbol He im Periodensystem?',
      'Helium',
      'Wofür steht das Symbol He im Periodensystem',
      'Wasserstoff',
    ],
    [
      'Which country lies north of Seoul on the peninsula?',
      'North Korea',
      'What country lies north of Seoul on the peninsula?',
      'South Korea',
    ],
    ['In what year did the French Revolution begin?', '1789', 'In which year did the French Revolution begin?', '1790'],
    ['WHAT IS THE CAPITAL OF PERU?', 'Cusco', 'What is the capital of Peru?', 'Lima'],
  ])('contradict each other: %s %s, %s %s', (...pair) => {
    expect(relatePair(pair)).toBe('conflict');
  });

  it.each<Pair>([
    ['Which element has the symbol S?', 'Sulfur', 'Which element has the symbol He?', 'Helium'],
    ['Wofür steht das Symbol As im Periodensystem?', 'Arsen', 'Wofür steht das Symbol In im Periodensystem?', 'Indium'],
    [
      'Which disease comes from a lack of vitamin A?',
      'Night blindness',
      'Which disease comes from a lack of vitamin I?',
      'None known',
    ],
    ['How is the note C# called in German notation?', 'Cis', 'How is the note C called in German notation?', 'C'],
    [
      'What is the boiling point of water in ° degrees?',
      '100',
      'What is the boiling point of water in % degrees?',
      '7',
    ],
    [
      'Which famous film do the emoji stand for: 🦁👑?',
      'The Lion King',
      'Which famous film do the emoji stand for: 🕷👨?',
      'Spider-Man',
    ],
    ['What is the value of the product 2·2?', '4', 'What is the value of the product 2·2·2?', '8'],
    [
      'What role did Bob Newhart play in The Bob Newhart Show?',
      'Dr. Bob Hartley',
      'What role does Bob Newhart play in Newhart?',
      'Dick Loudon',
    ],
    [
      'Who was Elizabeth the First succeeded by as monarch?',
      'James',
      'Who succeeded Elizabeth the First as monarch?',
      'Nobody',
    ],
    [
      'Which famous river flows from Lake Victoria?',
      'White Nile',
      'Which famous river flows to Lake Victoria?',
      'Kagera',
    ],
  ])('ask different things: %s %s, %s %s', (...pair) => {
    expect(relatePair(pair)).toBeNull();
  });

  it.each<Pair>([
    [
      'Which is true about the sitcom Newhart?',
      'Bob had no children',
      'What is true about the sitcom Newhart?',
      'Bob was a psychologist',
    ],
    [
      'Welche Aussage über den Mond ist richtig?',
      'Er ist kalt',
      'Welche Aussage über den Mond ist richtig',
      'Er ist grau',
    ],
    ['Name a river that flows through Germany.', 'Rhine', 'Name a river which flows through Germany', 'Elbe'],
    ['Who was one of the founders of Rome?', 'Romulus', 'Who is one of the founders of Rome?', 'Remus'],
    ['Give an example of a noble gas.', 'Neon', 'Give an example of a noble gas', 'Argon'],
    [
      'What was the former name of Istanbul in Turkey?',
      'Constantinople',
      'What was the former name of the city of Istanbul in Turkey?',
      'All of these',
    ],
    ['Which famous twins founded the city of Rome?', 'Romulus', 'Which famous twins founded Rome?', 'Both'],
  ])('leave several answers open: %s %s, %s %s', (...pair) => {
    expect(relatePair(pair)).toBeNull();
  });

  it.each<Pair>([
    [
      'What is the speed of light in a vacuum?',
      '299,792,458 m/s',
      'What is the speed of light in vacuum?',
      '300 000 km/s',
    ],
    ['How long is a marathon race?', '42.195 km', 'How long is a marathon race', '42,195 metres'],
    ['How many people live in Luxembourg?', '600,000', 'How many people live in Luxembourg', '0.6 million'],
    [
      'At what temperature does water boil at sea level?',
      '100 °C',
      'At what temperature does water boil at sea level',
      '212 degrees Fahrenheit',
    ],
    ["Who was Donald Trump's first wife?", 'Ivana Zelníčková', 'Name Donald Trumps first wife.', 'Ivana Trump'],
    [
      'What is the second-largest Cuban island?',
      'Isla de la Juventud',
      'What is the name of the second-largest Cuban island?',
      'Isle of Youth',
    ],
  ])('have one answer, worded differently: %s %s, %s %s', (...pair) => {
    expect(relatePair(pair)).toBe('answer_variant');
  });

  it('have one answer if one of them accepts the answer of the other', () => {
    const one = q('Which city is the capital of Romania?', 'Bukarest', ['Bucharest', 'Bucureşti']);
    expect(relate(one, q('What is the capital of Romania?', 'Bucuresti'))).toBe('answer_variant');
    expect(relate(one, q('What is the capital of Romania?', 'Sofia'))).toBe('conflict');
  });

  it('ask different things if a name differs, however common the name is in the bank', () => {
    const bank = new WordCounts();
    for (let index = 0; index < 30_000; index += 1) {
      const planet = ['Mars', 'Venus'][index % 2] ?? '';
      bank.count(q(`What is known about number ${index} of ${planet} and its property ${index % 70}?`, `${index}`));
    }
    const texts = [
      'How many moons does Mars have in our Solar System?',
      'How many moons does Venus have in our Solar System?',
    ];
    expect(bank.weightOf('mar')).toBeLessThan(2.5);
    expect(relate(q(texts[0] ?? '', '2'), q(texts[1] ?? '', '0'), bank)).toBeNull();
  });
});
