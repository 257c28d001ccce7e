import { Sentence, say } from '../../domain/sentences/sentence.ts';
import { choiceOf, gameWorkbook, NO_FIELDS } from '../shared/write-game-sheet.ts';
import { HELP_START } from './quizizz.ts';

const OPTIONS = 5;
const SECONDS = '30';

const HEADER = [
  'Question Text',
  'Question Type',
  ...Array.from({ length: OPTIONS }, (_, index) => `Option ${index + 1}`),
  'Correct Answer',
  'Time in seconds',
  'Image Link',
  'Answer explanation',
];

/** A choice, or a fill-in question with the answer and the accepted answers as its options. */
export const writeQuizizz = gameWorkbook({
  head: [HEADER],
  row: (question, _number, losses) => {
    const { question_text, correct_answer, accepted_answers, incorrect_answers, explanation } = question;
    if (question_text.startsWith(HELP_START)) return say('export.quizizz_header');
    if (incorrect_answers.length > 0) {
      const choice = choiceOf(question, 'Quizizz', OPTIONS);
      if (choice instanceof Sentence) return choice;
      losses.dropAll(question, ['accepted_answers']);
      return [question_text, 'Multiple Choice', ...choice.options, choice.key, SECONDS, null, explanation];
    }
    const answers = [...new Set([correct_answer, ...accepted_answers])];
    if (answers.length > OPTIONS) losses.drop('accepted_answers');
    const cells = Array.from({ length: OPTIONS }, (_, index) => answers[index] ?? null);
    return [question_text, 'Fill-in-the-Blank', ...cells, null, SECONDS, null, explanation];
  },
  drops: NO_FIELDS,
});
