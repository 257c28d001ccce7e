import path from 'node:path';
import type * as keys from '../../server/src/domain/likeness/likeness-keys.ts';
import type * as features from '../../server/src/domain/questions/features.ts';
import { generateQuestions } from './question-generator.ts';
import { median } from './ratio.ts';

const QUESTIONS = 5000;

/**
 * Measures the processor time it takes to derive a question's features, in microseconds, alternating between this
 * checkout and another one. The lowest value is the cost of the code; the median includes other load on the machine.
 */
export async function benchFeatures(other: string | undefined, repetitions: number, say: (line: string) => void) {
  const questions = [...generateQuestions(7).take(QUESTIONS)].map((question) => ({
    ...question,
    accepted_answers: [],
    incorrect_answers: [],
    language: 'en',
  }));
  const roots = [process.cwd(), ...(other === undefined ? [] : [path.resolve(other)])];
  const parts = (await Promise.all(roots.map(partsOf))).flat();
  const taken = parts.map((): number[] => []);
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const [index, { derive }] of parts.entries()) {
      const before = process.cpuUsage();
      for (const question of questions) derive(question);
      const { user, system } = process.cpuUsage(before);
      taken[index]?.push((user + system) / QUESTIONS);
    }
  }
  for (const [index, { root, part }] of parts.entries()) {
    const micros = taken[index] ?? [];
    say(JSON.stringify({ root, part, least: round(Math.min(...micros)), median: round(median(micros)) }));
  }
}

type Question = Parameters<typeof features.questionFeatures>[0];

async function partsOf(root: string) {
  const load = (file: string): Promise<unknown> => import(path.join(root, 'server/src/domain', file));
  const { questionFeatures, questionFlaws } = (await load('questions/features.ts')) as typeof features;
  const { likenessKeys } = (await load('likeness/likeness-keys.ts')) as typeof keys;
  return [
    { root, part: 'all', derive: (question: Question) => void questionFeatures(question) },
    { root, part: 'keys', derive: (question: Question) => void likenessKeys(question) },
    { root, part: 'flaws', derive: (question: Question) => void questionFlaws(question) },
  ];
}

const round = (micros: number) => Number(micros.toFixed(1));
