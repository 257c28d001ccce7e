/**
 * One attempt for all who ask at the same time, and after a failure none for a while: its error stands for those who ask
 * meanwhile. What somebody else has broken is thus asked for once, however many want it.
 */
export function shareAttempts<Result>(
  attempt: () => Promise<Result>,
  pauseMs: number,
  now: () => number = () => performance.now(),
): () => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  let failed: { error: unknown; until: number } | undefined;
  const begin = async () => {
    try {
      return await attempt();
    } catch (error) {
      failed = { error, until: now() + pauseMs };
      throw error;
    } finally {
      underWay = undefined;
    }
  };
  return async () => {
    if (failed !== undefined && now() < failed.until) throw failed.error;
    underWay ??= begin();
    return underWay;
  };
}
