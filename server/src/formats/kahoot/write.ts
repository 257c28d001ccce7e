import { Sentence, say } from '../../domain/sentences/sentence.ts';
import { choiceOf, gameWorkbook, isLonger, NO_FIELDS } from '../shared/write-game-sheet.ts';

const MAX_QUESTION = 120;
const MAX_ANSWER = 75;
const SECONDS = '20';

/** The header of Kahoot's template is in row 8 and begins in column B. */
const ABOVE = [['Quiz template'], ...Array.from({ length: 6 }, () => [null])];
const HEADER = [
  null,
  `Question - max ${MAX_QUESTION} characters`,
  ...[1, 2, 3, 4].map((number) => `Answer ${number} - max ${MAX_ANSWER} characters`),
  'Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs',
  'Correct answer(s) - choose at least one',
];

export const writeKahoot = gameWorkbook({
  head: [...ABOVE, HEADER],
  row: (question, number) => {
    const choice = choiceOf(question, 'Kahoot!', 4);
    if (choice instanceof Sentence) return choice;
    if (isLonger(question.question_text, MAX_QUESTION))
      return say('export.long_question', { format: 'Kahoot!', max: MAX_QUESTION });
    if (choice.options.some((option) => isLonger(option, MAX_ANSWER)))
      return say('export.long_answer', { format: 'Kahoot!', max: MAX_ANSWER });
    return [String(number), question.question_text, ...choice.options, SECONDS, choice.key];
  },
  drops: [...NO_FIELDS, 'accepted_answers', 'explanation'],
});
