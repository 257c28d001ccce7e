import type { Question } from '../../domain/questions/question.ts';
import { Sentence, say } from '../../domain/sentences/sentence.ts';
import type { Losses, Questions, WriteOptions, Writer } from '../format.ts';
import { joined } from './pieces.ts';

/** A writer of JSON lines; questions that a line cannot represent are skipped with a reason. */
export function jsonlPreset(
  /** A line, or the reason for leaving the question out. */
  lineOf: (question: Question, options: WriteOptions) => object,
  dropped: (question: Question, losses: Losses) => void,
): Writer {
  return async function* write(questions: Questions, losses: Losses, options: WriteOptions = {}) {
    async function* lines() {
      for await (const question of questions) {
        const line = lineOf(question, options);
        if (line instanceof Sentence) losses.skip(question.id, line);
        else {
          dropped(question, losses);
          yield `${JSON.stringify(line)}\n`;
        }
      }
    }
    yield* joined(lines());
  };
}

export const CHOICES_ONLY = say('export.preset_choices_only');
