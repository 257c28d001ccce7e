import { type Sentence, say } from '../domain/sentences/sentence.ts';
import type { SentenceValues } from '../domain/sentences/write.ts';

/** Something that the numbers of a result do not cover. */
export interface Warning {
  code: string;
  message: Sentence;
  count: number;
}

/** `sentence` is below `warnings` in `server/languages`. */
export function warning(code: string, sentence: string, count: number, values: SentenceValues = {}): Warning {
  return { code, message: say(`warnings.${sentence}`, values), count };
}
