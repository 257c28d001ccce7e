import { CHOICES_ONLY, jsonlPreset } from '../shared/jsonl-preset.ts';
import { letterOf, shuffleOptions } from '../shared/shuffle.ts';

/**
 * For a task of type multiple_choice in lm-evaluation-harness; docs/reference/formats/evaluations.md has the matching
 * YAML.
 */
export const writeLmEval = jsonlPreset(
  (question, { seed }) => {
    const shuffled = shuffleOptions(question, seed);
    if (shuffled === undefined) return CHOICES_ONLY;
    return {
      id: question.id,
      question: question.question_text,
      choices: shuffled.options,
      answer: shuffled.answer,
      answer_letter: letterOf(shuffled.answer),
      category: question.category,
      topic_focus: question.topic_focus,
      difficulty: question.difficulty,
    };
  },
  (question, losses) =>
    losses.dropAll(question, [
      'accepted_answers',
      'explanation',
      'tags',
      'language',
      'source',
      'license',
      'external_id',
      'status',
    ]),
);

/** For a task of type generate_until: every question, answered in free text. */
export const writeLmEvalFree = jsonlPreset(
  ({ id, question_text, correct_answer, accepted_answers, category, topic_focus, difficulty }) => ({
    id,
    question: question_text,
    correct_answer,
    accepted_answers,
    category,
    topic_focus,
    difficulty,
  }),
  (question, losses) =>
    losses.dropAll(question, [
      'incorrect_answers',
      'explanation',
      'tags',
      'language',
      'source',
      'license',
      'external_id',
      'status',
    ]),
);
