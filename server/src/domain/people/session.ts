/** The ways in which a person can sign in. */
export const SIGN_IN_WAYS = ['link', 'passkey', 'openid'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** How long sessions last, from the settings. */
export interface SessionTimes {
  sessionIdleSeconds: number;
  sessionSeconds: number;
  reauthenticateSeconds: number;
}

/** Sessions that began or were last used at or before these times have ended. */
export function sessionLimits(
  { sessionIdleSeconds, sessionSeconds }: SessionTimes,
  now: Date,
): { begunAfter: Date; usedAfter: Date } {
  return {
    begunAfter: new Date(now.getTime() - sessionSeconds * 1000),
    usedAfter: new Date(now.getTime() - sessionIdleSeconds * 1000),
  };
}

/** When a session ends in any case, when it ends if it is not used, and until when it may change who has access. */
export function sessionEnds(
  times: SessionTimes,
  { created_at, last_used_at }: { created_at: Date; last_used_at: Date },
): { expires_at: Date; idle_expires_at: Date; reauthenticate_after: Date } {
  const after = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000);
  const expires_at = after(created_at, times.sessionSeconds);
  const idle = after(last_used_at, times.sessionIdleSeconds);
  return {
    expires_at,
    idle_expires_at: idle < expires_at ? idle : expires_at,
    reauthenticate_after: after(created_at, times.reauthenticateSeconds),
  };
}
