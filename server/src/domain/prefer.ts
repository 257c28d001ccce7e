export interface Preferences {
  minimal: boolean;
  lenient: boolean;
}

/** RFC 7240, the preferences this service knows; unknown ones are to be ignored, says the RFC. */
export function readPreferences(header: string | string[] | undefined): Preferences {
  const wishes = new Set(
    [header ?? []]
      .flat()
      .join(',')
      .split(/[,;]/u)
      .map((wish) => wish.replace(/[\s"]/gu, '').toLowerCase()),
  );
  return { minimal: wishes.has('return=minimal'), lenient: wishes.has('handling=lenient') };
}
