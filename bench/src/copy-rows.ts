import { uuidv7obj } from 'uuidv7';
import { FEATURES_VERSION, questionFeatures } from '../../server/src/domain/questions/features.ts';
import { completeDraft, renderQuestion } from '../../server/src/domain/questions/question.ts';
import { CATEGORIES, type GeneratedQuestion } from './question-generator.ts';

export const QUESTION_COLUMNS =
  'position, id, created_at, updated_at, version, status, category_id, difficulty, body_version, question_text, correct_answer, topic_focus, accepted_answers, incorrect_answers, explanation, tags, language, source, license, external_id, updated_by, body';
export const FEATURE_COLUMNS = 'position, features_version, text_hash, likeness_keys, flaws, answer_type';

/** Writes one question as lines of COPY text for both tables. The derived columns come from the server's own code. */
export function copyLines(generated: GeneratedQuestion, position: number): { question: string; features: string } {
  const id = uuidv7obj();
  const created = new Date(Number.parseInt(id.toHex().slice(0, 12), 16));
  const content = completeDraft(generated, (name) => name);
  const question = { ...content, id: id.toString(), version: 1, created_at: created, updated_at: created };
  const features = questionFeatures(question);
  const time = created.toISOString();
  const categoryId = CATEGORIES.indexOf(question.category) + 1;
  return {
    question: line([
      position,
      question.id,
      time,
      time,
      1,
      question.status,
      categoryId,
      question.difficulty,
      1,
      question.question_text,
      question.correct_answer,
      question.topic_focus,
      '{}',
      '{}',
      null,
      `{${question.tags.join(',')}}`,
      question.language,
      null,
      null,
      null,
      'bench',
      renderQuestion(question),
    ]),
    features: line([
      position,
      FEATURES_VERSION,
      features.text_hash,
      `{${features.likeness_keys.join(',')}}`,
      features.flaws,
      features.answer_type,
    ]),
  };
}

function line(values: readonly (string | number | bigint | null)[]): string {
  return `${values.map((value) => (value === null ? '\\N' : String(value).replaceAll('\\', '\\\\'))).join('\t')}\n`;
}
