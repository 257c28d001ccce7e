import { type QuestionFeatures, questionFeatures } from './features.ts';
import { type Question, renderQuestion } from './question.ts';

/** A question with its derived values, which are stored with it. */
export interface PreparedQuestion<Given extends Question = Question> {
  question: Given;
  /** The JSON that every reply shows. */
  body: string;
  features: QuestionFeatures;
}

/** Takes up to 3 ms for the largest question: batches are prepared in slices, and before any transaction begins. */
export function prepareQuestion<Given extends Question>(question: Given, text_hash?: bigint): PreparedQuestion<Given> {
  return { question, body: renderQuestion(question), features: questionFeatures(question, text_hash) };
}
