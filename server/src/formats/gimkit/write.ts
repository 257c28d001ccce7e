import { say } from '../../domain/sentences/sentence.ts';
import { gameCsv, NO_FIELDS } from '../shared/write-game-sheet.ts';

const WRONG = 3;

export const writeGimkit = gameCsv({
  head: [
    ['Question', 'Correct Answer', ...Array.from({ length: WRONG }, (_, index) => `Incorrect Answer ${index + 1}`)],
  ],
  row: ({ question_text, correct_answer, incorrect_answers }) => {
    if (incorrect_answers.length === 0) return say('export.choices_only', { format: 'Gimkit' });
    if (incorrect_answers.length > WRONG) return say('export.max_wrong_answers', { format: 'Gimkit', max: WRONG });
    const wrong = Array.from({ length: WRONG }, (_, index) => incorrect_answers[index] ?? null);
    return [question_text, correct_answer, ...wrong];
  },
  drops: [...NO_FIELDS, 'accepted_answers', 'explanation'],
});
