interface Preferences {
  minimal: boolean;
  lenient: boolean;
  /** How many seconds the caller will wait; 0 for `respond-async`, undefined if not specified. */
  waitSeconds?: number;
}

/** A longer wait ends after this time. */
export const LONGEST_WAIT_SECONDS = 30;

/** The preferences of RFC 7240 that this service supports; the RFC requires unknown ones to be ignored. */
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

/** Both may be combined: "wait this long, then respond without the result". */
function readWait(wishes: ReadonlySet<string>): number | undefined {
  for (const wish of wishes) {
    const seconds = /^wait=(?<seconds>\d{1,9})$/u.exec(wish)?.groups?.['seconds'];
    if (seconds !== undefined) return Math.min(Number(seconds), LONGEST_WAIT_SECONDS);
  }
  return wishes.has('respond-async') ? 0 : undefined;
}
