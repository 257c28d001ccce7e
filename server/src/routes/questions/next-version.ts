import type { StoredQuestion } from '../../store/questions.ts';

/** The same question one version on. Time never runs backwards within a question, whatever the clock does. */
export function nextVersion(question: StoredQuestion, actor: string, now: Date): StoredQuestion {
  const updated_at = now > question.updated_at ? now : question.updated_at;
  return { ...question, version: question.version + 1, updated_at, updated_by: actor };
}
