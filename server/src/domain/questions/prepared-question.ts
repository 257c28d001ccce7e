import { type QuestionFeatures, questionFeatures } from './features.ts';
import { type Question, renderQuestion } from './question.ts';

/** A question with what is derived from it and stored beside it. */
export interface PreparedQuestion<Given extends Question = Question> {
  question: Given;
  /** The JSON that every reply shows. */
  body: string;
  features: QuestionFeatures;
}

/** Up to 3 ms of the largest question: many are prepared in slices, and before any transaction begins. */
export function prepareQuestion<Given extends Question>(question: Given, text_hash?: bigint): PreparedQuestion<Given> {
  return { question, body: renderQuestion(question), features: questionFeatures(question, text_hash) };
}
