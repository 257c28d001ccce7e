import { AppError } from '../../errors.ts';
import { type Gate, GateClosed } from '../../limits/gate.ts';

/** Passes a gate, or asks the caller to retry. `detail` is for callers who have exceeded their own share. */
export async function passGate<Result>(
  gate: Gate,
  caller: string,
  detail: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await gate.run(caller, work);
  } catch (error) {
    if (!(error instanceof GateClosed)) throw error;
    throw new AppError(error.code, {
      headers: { 'retry-after': '1' },
      ...(error.code === 'concurrency_limited' && { detail }),
    });
  }
}
