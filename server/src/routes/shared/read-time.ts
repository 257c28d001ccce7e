/** A time that the schema has checked. */
export function readTime(time: string | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(time);
}
