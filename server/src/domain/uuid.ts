const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** UUIDs of version 7 begin with their time in milliseconds. */
export function timeOfUuid(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

const MAX_TIME = 2 ** 48 - 1;

/** The lowest UUID of a time: ranges of time are ranges of ids. */
export function firstUuidAt(time: Date): string {
  const milliseconds = Math.min(Math.max(0, Math.floor(time.getTime())), MAX_TIME);
  const hex = milliseconds.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
