import { type Sentence, say } from '../domain/sentences/sentence.ts';

/** The unit of the number of questions that a plot shows. */
export function questionCases(n: number): Sentence {
  return say('plots.cases', { n });
}
