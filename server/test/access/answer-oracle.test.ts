import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/domain/tokens/scope.ts';
import { pick, seededRandom } from '../random.ts';
import { PAIRS, STEPS, stepsOf } from './answer-steps.ts';
import { startTwins } from './answer-twins.ts';

/** Some of the sequences of `test/properties/answer-oracle.test.ts`, which tries all. */
const SEED = Number(process.env['ORACLE_SEED'] ?? 1);
const SEQUENCES = 60;

const twins = await startTwins();
const stepNamed = (name: string) => {
  const found = STEPS.find((step) => step.name === name);
  if (found === undefined) throw new Error(`no step is called ${name}`);
  return found;
};

/** Steps whose reply shows the answer to a reader. The sequences would find it there if everybody could see it. */
const TELLING = ['get', 'list by id', 'random', 'draw next'];

describe('two banks that differ in their answers', () => {
  it('respond differently to callers who may see answers', async () => {
    for (const name of TELLING) {
      const steps = name === 'draw next' ? [stepNamed('draw'), stepNamed(name)] : [stepNamed(name)];
      expect((await twins.walk(SCOPES, steps)).difference, name).toBeDefined();
    }
    for (const name of ['patch all answers', 'put by external id', 'update a list', 'merge into the other', 'versions'])
      expect((await twins.walk(SCOPES, [stepNamed(name)])).difference, name).toBeDefined();
  });

  it('respond in the same way to every single request of players and writers', async () => {
    const scopes = ['questions:play', 'questions:write'] as const;
    const differences: string[] = [];
    for (const step of stepsOf(scopes)) {
      const { difference } = await twins.walk(scopes, [step]);
      if (difference !== undefined) differences.push(difference);
    }
    expect(differences).toEqual([]);
  });

  it(`respond in the same way to sequences of three with any pair of scopes without questions:read: seed ${SEED}`, async () => {
    const random = seededRandom(SEED);
    const writing = PAIRS.filter((pair) => pair.includes('questions:write'));
    const differences: string[] = [];
    for (let count = 0; count < SEQUENCES; count += 1) {
      const pair = pick(random, count % 2 === 0 ? writing : PAIRS);
      const steps = stepsOf(pair);
      if (steps.length === 0) continue;
      const sequence = Array.from({ length: 3 }, () => pick(random, steps));
      const { difference } = await twins.walk(pair, sequence);
      if (difference !== undefined) differences.push(difference);
    }
    expect(differences).toEqual([]);
  });
});
