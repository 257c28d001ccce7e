import { rulesOf } from '../../domain/kinds/rules.ts';
import type { Question } from '../../domain/questions/question.ts';
import { say } from '../../domain/sentences/sentence.ts';
import type { Losses, Questions, Writer } from '../format.ts';

/** A writer for a format that holds one right answer and its options: questions with a `key` are left out and reported. */
export function plainKinds(write: Writer): Writer {
  return (questions, losses, options) => write(leaveOutKeyed(questions, losses), losses, options);
}

async function* leaveOutKeyed(questions: Questions, losses: Losses): AsyncGenerator<Question, void, undefined> {
  for await (const question of questions) {
    if (rulesOf(question.kind).keyFields.length === 0) yield question;
    else losses.skip(question.id, say('export.kind', { kind: question.kind }));
  }
}
