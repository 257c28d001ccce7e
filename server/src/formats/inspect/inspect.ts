import { jsonlPreset } from '../shared/jsonl-preset.ts';
import { letterOf, shuffleOptions } from '../shared/shuffle.ts';

/** Samples for Inspect: the target of a choice is the letter of the right option, otherwise the list of right texts. */
export const writeInspect = jsonlPreset(
  (question, { seed }) => {
    const {
      id,
      question_text,
      correct_answer,
      accepted_answers,
      category,
      topic_focus,
      difficulty,
      tags,
      language,
      source,
      license,
    } = question;
    const shuffled = shuffleOptions(question, seed);
    return {
      input: question_text,
      choices: shuffled?.options ?? null,
      target: shuffled === undefined ? [correct_answer, ...accepted_answers] : letterOf(shuffled.answer),
      id,
      metadata: { category, topic_focus, difficulty, tags, language, source, license },
    };
  },
  (question, losses) => {
    losses.dropAll(question, ['explanation', 'external_id', 'status']);
    if (question.incorrect_answers.length > 0) losses.dropAll(question, ['accepted_answers']);
  },
);
