import { describe, expect, it } from 'vitest';
import { type Attempts, attempt } from './attempt.ts';

function given(changes: Partial<Attempts> = {}): Attempts & { failures: unknown[] } {
  const failures: unknown[] = [];
  const never = new AbortController().signal;
  const onFailure = async (error: unknown) => void failures.push(error);
  return {
    tries: 2,
    isPermanent: () => false,
    signal: never,
    stopping: never,
    warn: () => {},
    onFailure,
    failures,
    ...changes,
  };
}
const aborted = AbortSignal.abort();
const fail = async () => {
  throw new Error('The task has been aborted');
};

describe('an error', () => {
  it('counts as an attempt, and the last one is reported', async () => {
    const attempts = given();
    expect(await attempt(fail, attempts)).toBe('failed');
    expect(attempts.failures).toHaveLength(1);
  });

  it('of a value that PostgreSQL cannot represent is the last attempt', async () => {
    const work = async () => {
      throw Object.assign(new Error('invalid input syntax for type integer'), { code: '22P02' });
    };
    const attempts = given({ tries: 50 });
    expect(await attempt(work, attempts)).toBe('failed');
    expect(attempts.failures).toHaveLength(1);
  });

  it('in a stopping process does not count: another process takes the job', async () => {
    const attempts = given({ stopping: aborted, isPermanent: () => true });
    await expect(attempt(fail, attempts)).rejects.toThrow('aborted');
    expect(attempts.failures).toEqual([]);
  });

  it('of an unavailable database does not count, and the work knows that it was tried here before', async () => {
    const seen: boolean[] = [];
    const work = async (triedHere: boolean) => {
      seen.push(triedHere);
      if (!triedHere) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    };
    expect(await attempt(work, given({ tries: 1 }))).toBe('succeeded');
    expect(seen).toEqual([false, true]);
  });

  it('in a canceled job ends it', async () => {
    expect(await attempt(fail, given({ signal: aborted, stopping: aborted }))).toBe('canceled');
  });
});
