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
  it('counts, and the last one is told', async () => {
    const attempts = given();
    expect(await attempt(fail, attempts)).toBe('failed');
    expect(attempts.failures).toHaveLength(1);
  });

  it('of a process that stops is no fault of the job: another one takes it', async () => {
    const attempts = given({ stopping: aborted, isPermanent: () => true });
    await expect(attempt(fail, attempts)).rejects.toThrow('aborted');
    expect(attempts.failures).toEqual([]);
  });

  it('of a database that is away is none: the work is told that it was tried here before', async () => {
    const told: boolean[] = [];
    const work = async (triedHere: boolean) => {
      told.push(triedHere);
      if (!triedHere) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    };
    expect(await attempt(work, given({ tries: 1 }))).toBe('succeeded');
    expect(told).toEqual([false, true]);
  });

  it('of a job that was canceled is its end', async () => {
    expect(await attempt(fail, given({ signal: aborted, stopping: aborted }))).toBe('canceled');
  });
});
