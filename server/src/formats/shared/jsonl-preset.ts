import type { Question } from '../../domain/questions/question.ts';
import type { Losses, Questions, WriteOptions, Writer } from '../format.ts';
import { joined } from './pieces.ts';

/** A writer of JSON lines; what a line cannot be made of is left out with a reason. */
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

export const CHOICES_ONLY = 'The preset has choice questions only: the question has no wrong answers.';
