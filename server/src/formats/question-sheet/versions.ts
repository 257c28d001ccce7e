import { hash } from 'node:crypto';
import type { Question } from '../../domain/questions/question.ts';
import { letterOf, shuffleOptions } from '../shared/shuffle.ts';

export interface SheetQuestion {
  question: Question;
  /** The options in the order of this version; undefined without any. */
  options: readonly string[] | undefined;
  /** The letter of the right option. */
  letter: string | undefined;
}

/** One of several sheets with the same questions. */
interface SheetVersion {
  /** Undefined if there is only one. */
  name: string | undefined;
  questions: readonly SheetQuestion[];
}

/** A question as on the first sheet, or on the only one. */
export function firstVersionOf(question: Question, seed = ''): SheetQuestion {
  const shuffled = shuffleOptions(question, seed);
  return { question, options: shuffled?.options, letter: shuffled && letterOf(shuffled.answer) };
}

/**
 * The first version has the questions in their order. The others have them, and their options, in orders that depend
 * only on the seed and the name of the version, so that a key printed later matches.
 */
export function versionsOf(questions: readonly Question[], count: number, seed = ''): SheetVersion[] {
  const first = questions.map((question) => firstVersionOf(question, seed));
  if (count === 1) return [{ name: undefined, questions: first }];
  const versions: SheetVersion[] = [{ name: letterOf(0), questions: first }];
  for (let place = 1; place < count; place += 1) {
    const name = letterOf(place);
    const keyed = first.map((one) => ({ one, key: hash('sha256', `${seed}\n${name}\n${one.question.id}`) }));
    const order = keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ one }) => reordered(one, `${seed}\n${name}`));
    versions.push({ name, questions: unlike(order, versions) });
  }
  return versions;
}

/** The question with its options in another order than on the first sheet. */
function reordered({ question, options: first }: SheetQuestion, seed: string): SheetQuestion {
  const shuffled = shuffleOptions(question, seed);
  if (shuffled === undefined) return { question, options: undefined, letter: undefined };
  const { options } = shuffled;
  if (options.join('\n') === first?.join('\n')) options.push(...options.splice(0, 1));
  return { question, options, letter: letterOf(options.indexOf(question.correct_answer)) };
}

/** The questions, moved up until no other version begins with the same one, as far as there are enough questions. */
function unlike(order: readonly SheetQuestion[], versions: readonly SheetVersion[]): readonly SheetQuestion[] {
  const begun = new Set(versions.map(({ questions: [first] }) => first?.question.id));
  const start = order.findIndex(({ question: { id } }) => !begun.has(id));
  return start === -1 ? order : [...order.slice(start), ...order.slice(0, start)];
}
