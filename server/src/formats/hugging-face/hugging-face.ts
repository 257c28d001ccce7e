import { CHOICES_ONLY, jsonlPreset } from '../shared/jsonl-preset.ts';
import { letterOf, shuffleOptions } from '../shared/shuffle.ts';

/** A dataset of the Hub: every line has the same keys and types, so that one schema fits the file. */
export const writeHuggingFace = jsonlPreset(
  (question, { seed }) => {
    const shuffled = shuffleOptions(question, seed);
    if (shuffled === undefined) return CHOICES_ONLY;
    const { id, category, topic_focus, difficulty, explanation, tags, language, source, license } = question;
    return {
      id,
      question: question.question_text,
      choices: shuffled.options,
      answer: shuffled.answer,
      answer_letter: letterOf(shuffled.answer),
      category,
      topic_focus,
      difficulty,
      explanation,
      tags,
      language,
      source,
      license,
    };
  },
  (question, losses) => losses.dropAll(question, ['accepted_answers', 'external_id', 'status']),
);

/** The same dataset under the names that Lighteval reads. */
export const writeLighteval = jsonlPreset(
  (question, { seed }) => {
    const shuffled = shuffleOptions(question, seed);
    if (shuffled === undefined) return CHOICES_ONLY;
    return { id: question.id, query: question.question_text, choices: shuffled.options, gold_index: shuffled.answer };
  },
  (question, losses) =>
    losses.dropAll(question, [
      'category',
      'topic_focus',
      'difficulty',
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
