import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/domain/tokens/scope.ts';
import { PAIRS, stepsOf } from '../access/answer-steps.ts';
import { type Step, startTwins, type Twins } from '../access/answer-twins.ts';

/** Every sequence of up to three requests, for every pair of scopes that lacks `questions:read`. */
const LONGEST = 3;
const HOUR_MS = 3_600_000;

describe.each(PAIRS.map((pair) => ({ pair, name: pair.join(' and ') })))('$name', ({ pair }) => {
  it('cannot distinguish two banks that differ only in their answers by any sequence', {
    timeout: HOUR_MS,
  }, async () => {
    const twins = await sharedTwins();
    const differences: string[] = [];
    await explore(twins, pair, [], differences);
    expect(differences).toEqual([]);
  });
});

/** Scopes that change the effect of requests of other scopes; all others only admit requests. */
const CHANGE_OTHERS: readonly Scope[] = ['questions:play', 'questions:delete', 'categories:manage'];

/** Whether the sequence needs both scopes of the pair. Otherwise, another pair covers it. */
function usesBoth(pair: readonly Scope[], sequence: readonly Step[]): boolean {
  return pair.every((scope) => CHANGE_OTHERS.includes(scope) || sequence.some(({ needs }) => needs.includes(scope)));
}

let started: Promise<Twins> | undefined;
const sharedTwins = () => (started ??= startTwins());

/**
 * Tries every continuation of a sequence. A request that only reads, or was rejected, has changed nothing, so its
 * continuations are not tried: they equal shorter sequences.
 */
async function explore(
  twins: Twins,
  pair: readonly Scope[],
  before: readonly Step[],
  differences: string[],
): Promise<void> {
  for (const step of stepsOf(pair)) {
    const sequence = [...before, step];
    if (sequence.length === LONGEST && !usesBoth(pair, sequence)) continue;
    const { difference, rejected } = await twins.walk(pair, sequence);
    if (difference !== undefined) differences.push(difference);
    else if (!step.reads && !rejected && sequence.length < LONGEST) await explore(twins, pair, sequence, differences);
  }
}
