import type { Question } from '../../domain/questions/question.ts';
import type { Losses } from '../format.ts';
import { CHOICES_ONLY, jsonlPreset } from '../shared/jsonl-preset.ts';
import { letterOf, shuffleOptions } from '../shared/shuffle.ts';

/** Samples for Inspect with the solver `multiple_choice`: the target is the letter of the right option. */
export const writeInspect = jsonlPreset(
  (question, { seed }) => {
    const shuffled = shuffleOptions(question, seed);
    if (shuffled === undefined) return CHOICES_ONLY;
    const { question_text: input } = question;
    return { input, choices: shuffled.options, target: letterOf(shuffled.answer), ...identify(question) };
  },
  (question, losses) => dropUnsupported(question, losses, ['accepted_answers']),
);

/** Samples for the solver `generate`: every question, answered in free text. The target is the list of right texts. */
export const writeInspectFree = jsonlPreset(
  (question) => {
    const { question_text: input, correct_answer, accepted_answers } = question;
    return { input, target: [correct_answer, ...accepted_answers], ...identify(question) };
  },
  (question, losses) => dropUnsupported(question, losses, ['incorrect_answers']),
);

function identify({ id, category, topic_focus, difficulty, tags, language, source, license }: Question) {
  return { id, metadata: { category, topic_focus, difficulty, tags, language, source, license } };
}

function dropUnsupported(question: Question, losses: Losses, fields: Parameters<Losses['dropAll']>[1]): void {
  losses.dropAll(question, ['explanation', 'external_id', 'status', ...fields]);
}
