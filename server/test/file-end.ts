/** What a test file has started, ended after it, the newest first. */
const ends: (() => Promise<unknown>)[] = [];

/** A hook that a running test registers is never run: the hook of setup.ts runs these. */
export function atFileEnd(end: () => Promise<unknown>): void {
  ends.push(end);
}

export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}
