interface Versioned {
  version: number;
  updated_at: Date;
  updated_by: string;
}

/** The next version of a question. Its time is never before that of the previous version, whatever the clock does. */
export function nextVersion<Question extends Versioned>(question: Question, actor: string, now: Date): Question {
  const updated_at = now > question.updated_at ? now : question.updated_at;
  return { ...question, version: question.version + 1, updated_at, updated_by: actor };
}
