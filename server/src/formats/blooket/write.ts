import { Sentence } from '../../domain/sentences/sentence.ts';
import { choiceOf, gameCsv, NO_FIELDS } from '../shared/write-game-sheet.ts';

const SECONDS = '20';

export const writeBlooket = gameCsv({
  head: [
    ['Blooket Import Template', ...Array.from({ length: 7 }, () => null)],
    [
      'Question #',
      'Question Text',
      ...[1, 2, 3, 4].map((number) => `Answer ${number}`),
      'Time Limit (sec)',
      'Correct Answer(s)',
    ],
  ],
  row: (question, number) => {
    const choice = choiceOf(question, 'Blooket', 4);
    if (choice instanceof Sentence) return choice;
    return [String(number), question.question_text, ...choice.options, SECONDS, choice.key];
  },
  drops: [...NO_FIELDS, 'accepted_answers', 'explanation'],
});
