import { jsonlPreset } from '../shared/jsonl-preset.ts';
import { letterOf, shuffleOptions } from '../shared/shuffle.ts';

const SYSTEM_CHOICE = 'Answer the question with the letter of the right option and nothing else.';
const SYSTEM_WORDS = 'Answer the question in as few words as possible.';

/** Samples for the basic match of OpenAI evals. */
export const writeOpenaiEvals = jsonlPreset(
  (question, { seed }) => {
    const shuffled = shuffleOptions(question, seed);
    const options = shuffled?.options.map((option, index) => `${letterOf(index)}. ${option}`) ?? [];
    return {
      input: [
        { role: 'system', content: shuffled === undefined ? SYSTEM_WORDS : SYSTEM_CHOICE },
        { role: 'user', content: [question.question_text, ...options].join('\n') },
      ],
      ideal:
        shuffled === undefined ? [question.correct_answer, ...question.accepted_answers] : [letterOf(shuffled.answer)],
    };
  },
  (question, losses) => {
    losses.dropAll(question, [
      'category',
      'topic_focus',
      'difficulty',
      'explanation',
      'tags',
      'language',
      'source',
      'license',
      'external_id',
      'status',
    ]);
    if (question.incorrect_answers.length > 0) losses.dropAll(question, ['accepted_answers']);
  },
);
