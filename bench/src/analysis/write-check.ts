import type { Context } from '../context.ts';
import { generateQuestions } from '../question-generator.ts';

const WRITES = 400;
const WARM_UP = 100;

/** Creates single questions, alternating without and with the check, and returns the p95 of each in milliseconds. */
export async function timeWrites(
  { count }: Context,
  origin: string,
  repetition: number,
): Promise<{ plain: number; checked: number }> {
  const questions = generateQuestions(count + repetition);
  const times = { plain: [] as number[], checked: [] as number[] };
  for (let write = 0; write < WARM_UP + WRITES; write += 1) {
    for (const [kind, query] of [
      ['plain', ''],
      ['checked', '?on_duplicate=reject'],
    ] as const) {
      const started = performance.now();
      const reply = await fetch(`${origin}/questions${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(questions.next().value),
      });
      const body = await reply.text();
      if (reply.status !== 201 && reply.status !== 409) throw new Error(`${reply.status}: ${body}`);
      if (write >= WARM_UP) times[kind].push(performance.now() - started);
    }
  }
  return { plain: p95(times.plain), checked: p95(times.checked) };
}

function p95(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.95)] ?? 0;
}
