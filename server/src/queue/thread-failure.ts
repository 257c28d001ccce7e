/** A failure in a thread; an error passed between threads unchanged would lose its code. */
export interface Failure {
  failure: { message: string; code: string | undefined };
}

/** Wraps everything that a thread does for a pool. */
export async function orFailure<Result>(work: () => Promise<Result>): Promise<Result | Failure> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    return { failure: { message, code } };
  }
}

/** The error code of a step that took too long. */
export const STEP_TIMEOUT = 'job_step_timeout';
