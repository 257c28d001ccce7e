import type { SentenceValues } from '../../domain/sentences/write.ts';
import { MIN_PER_LEVEL, MIN_TEXTS, type Survey } from './survey.ts';

/** The data that a check lacks, and the amount that it needs. */
export function shortageOf({ levels, distinctTexts }: Survey): SentenceValues {
  const thin = levels.flatMap((questions, level) =>
    questions > 0 && questions < MIN_PER_LEVEL ? [{ level, questions }] : [],
  );
  return {
    lacks: thin.length > 0 ? 'questions' : 'texts',
    thin,
    texts: distinctTexts,
    min_texts: MIN_TEXTS,
    min_questions: MIN_PER_LEVEL,
  };
}
