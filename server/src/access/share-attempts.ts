/**
 * Makes one attempt for all concurrent callers. After a failure it makes none for some time: all callers get the same
 * error in the meantime. So a broken external service is only asked once, however many callers need it.
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
