import type { Question } from '../../domain/questions/question.ts';
import type { Losses, Questions, WriteOptions, Writer } from '../format.ts';
import { joined } from './pieces.ts';

/** A writer of JSON lines; questions that a line cannot represent are skipped with a reason. */
export function jsonlPreset(
  lineOf: (question: Question, options: WriteOptions) => object | string,
  dropped: (question: Question, losses: Losses) => void,
): Writer {
  return async function* write(questions: Questions, losses: Losses, options: WriteOptions = {}) {
    async function* lines() {
      for await (const question of questions) {
        const line = lineOf(question, options);
        if (typeof line === 'string') losses.skip(question.id, line);
        else {
          dropped(question, losses);
          yield `${JSON.stringify(line)}\n`;
        }
      }
    }
    yield* joined(lines());
  };
}

export const CHOICES_ONLY = 'The preset only supports choice questions, and this one has no wrong answers.';
