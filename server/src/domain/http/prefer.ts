export interface Preferences {
  minimal: boolean;
  lenient: boolean;
  /** How long the caller will wait; 0 for `respond-async`, undefined when nothing is said of it. */
  waitSeconds?: number;
}

/** A longer wait ends after this long. */
export const LONGEST_WAIT_SECONDS = 30;

/** RFC 7240, the preferences this service knows; unknown ones are to be ignored, says the RFC. */
export function readPreferences(header: string | string[] | undefined): Preferences {
  const wishes = new Set(
    [header ?? []]
      .flat()
      .join(',')
      .split(/[,;]/u)
      .map((wish) => wish.replace(/[\s"]/gu, '').toLowerCase()),
  );
  const waitSeconds = readWait(wishes);
  return {
    minimal: wishes.has('return=minimal'),
    lenient: wishes.has('handling=lenient'),
    ...(waitSeconds !== undefined && { waitSeconds }),
  };
}

/** Both may be said together: "wait so long, then answer without the result". */
function readWait(wishes: ReadonlySet<string>): number | undefined {
  for (const wish of wishes) {
    const seconds = /^wait=(?<seconds>\d{1,9})$/u.exec(wish)?.groups?.['seconds'];
    if (seconds !== undefined) return Math.min(Number(seconds), LONGEST_WAIT_SECONDS);
  }
  return wishes.has('respond-async') ? 0 : undefined;
}
